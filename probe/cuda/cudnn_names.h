// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The part of cuDNN 9's backend interface that a graph of attention needs, with the numbers of its header
/// (cudnn_graph.h, NVIDIA cuDNN 9): the library is opened while the program runs, and its headers need not be
/// there. Where they are, cudnn_library.cpp compares the numbers.
namespace bubblescope::probe::cudnn {

using Status = int; ///< 0 = success
using Handle = struct Context*;
using Descriptor = void*;

enum class Kind : int {
    Pointwise = 0,
    EngineConfig = 3,
    EngineHeuristic = 4,
    ExecutionPlan = 5,
    OperationPointwise = 13,
    OperationGraph = 15,
    VariantPack = 16,
    Tensor = 17,
    Matmul = 18,
    OperationMatmul = 19,
    Reduction = 21,
    OperationReduction = 22,
    OperationReshape = 31,
};

enum class Attribute : int {
    PointwiseMode = 0,
    PointwiseMathPrecision = 1,
    PointwiseAxis = 9,
    HeuristicMode = 200,
    HeuristicGraph = 201,
    HeuristicResults = 202,
    PlanHandle = 400,
    PlanEngineConfig = 401,
    PlanWorkspaceSize = 402,
    OperationPointwiseDescriptor = 750,
    OperationPointwiseX = 751,
    OperationPointwiseB = 752,
    OperationPointwiseY = 753,
    OperationPointwiseT = 758,
    GraphHandle = 800,
    GraphOperations = 801,
    TensorByteAlignment = 900,
    TensorDataType = 901,
    TensorDimensions = 902,
    TensorStrides = 903,
    TensorUniqueId = 906,
    TensorIsVirtual = 907,
    TensorIsByValue = 908,
    PackUniqueIds = 1000,
    PackDataPointers = 1001,
    PackWorkspace = 1003,
    MatmulComputeType = 1500,
    OperationMatmulA = 1520,
    OperationMatmulB = 1521,
    OperationMatmulC = 1522,
    OperationMatmulDescriptor = 1523,
    ReductionOperator = 1600,
    ReductionComputeType = 1601,
    OperationReductionX = 1610,
    OperationReductionY = 1611,
    OperationReductionDescriptor = 1612,
    OperationReshapeX = 2200,
    OperationReshapeY = 2201,
};

/// Of an attribute's values.
enum class ValueType : int {
    HandleValue = 0,
    DataType = 1,
    Boolean = 2,
    Int64 = 3,
    VoidPointer = 6,
    HeuristicMode = 8,
    PointwiseMode = 14,
    DescriptorValue = 15,
    ReductionOperator = 18,
};

enum class Data : int { Float = 0, Half = 2, Int32 = 4, Bfloat16 = 9, Boolean = 11 };

enum class Pointwise : int {
    Add = 0,
    Multiply = 1,
    Divide = 6,
    Subtract = 9,
    Exponential = 13,
    Logarithm = 15,
    Identity = 21,
    GreaterOrEqual = 303,
    Index = 501,
    Select = 601,
};

enum class Reduction : int { Add = 0, Maximum = 3 };

enum class Heuristic : int { Fallback = 2, A = 3 };

} // namespace bubblescope::probe::cudnn
