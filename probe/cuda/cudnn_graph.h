// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/cuda/cudnn_library.h"
#include "probe/cuda/resources.h"

#include <array>
#include <map>
#include <vector>

namespace bubblescope::probe {

/// A graph of cuDNN's operations that is built once, planned and run often. Tensors have four dimensions:
/// micro-batch, head, row, column.
class CudnnGraph
{
public:
    using Four = std::array<std::int64_t, 4>;
    struct Tensor
    {
        std::int64_t id = 0;
        Four dimensions{}, strides{};
        cudnn::Data type = cudnn::Data::Float;
    };

    CudnnGraph(const CudnnLibrary& library, cudnn::Handle handle);
    CudnnGraph(const CudnnGraph&) = delete;
    CudnnGraph& operator=(const CudnnGraph&) = delete;
    ~CudnnGraph();

    /// In memory: its address is given for each run.
    Tensor tensor(cudnn::Data type, const Four& dimensions, const Four& strides);
    /// Between two operations, row by row where strides are not given.
    Tensor between(cudnn::Data type, const Four& dimensions);
    Tensor between(cudnn::Data type, const Four& dimensions, const Four& strides);
    /// A number that the graph holds itself.
    Tensor constant(float value);

    void matmul(const Tensor& a, const Tensor& b, const Tensor& c);
    void pointwise(cudnn::Pointwise mode, const Tensor& x, const Tensor* b, const Tensor& y,
                   const Tensor* condition = nullptr, cudnn::Data precision = cudnn::Data::Float);
    /// The number of each element along an axis.
    void index(std::int64_t axis, const Tensor& like, const Tensor& y);
    void reduce(cudnn::Reduction mode, const Tensor& x, const Tensor& y);
    void reshape(const Tensor& x, const Tensor& y);

    /// Chooses an engine and compiles for it. Throws CudaFailure where no engine serves the graph.
    void plan();
    /// Addresses by tensor; bound once, before the first run.
    void bind(const std::map<std::int64_t, void*>& addresses);
    void run(cudaStream_t stream) const;

private:
    cudnn::Descriptor make(cudnn::Kind kind, const char* doing);
    void set(cudnn::Descriptor descriptor, cudnn::Attribute attribute, cudnn::ValueType type,
             std::int64_t count, const void* values, const char* doing) const;
    template <typename Value>
    void set(cudnn::Descriptor descriptor, cudnn::Attribute attribute, cudnn::ValueType type,
             const Value& value, const char* doing) const
    {
        set(descriptor, attribute, type, 1, &value, doing);
    }
    void finish(cudnn::Descriptor descriptor, const char* doing) const;
    Tensor add(cudnn::Data type, const Four& dimensions, const Four& strides, bool isVirtual, bool isByValue);
    void addOperation(cudnn::Descriptor operation, const char* doing);
    [[nodiscard]] std::vector<cudnn::Descriptor> configurations(cudnn::Descriptor graph,
                                                                cudnn::Heuristic mode);

    const CudnnLibrary& m_library;
    cudnn::Handle m_handle;
    std::vector<cudnn::Descriptor> m_descriptors; ///< all that were made, to be destroyed
    std::map<std::int64_t, cudnn::Descriptor> m_tensors;
    std::map<std::int64_t, std::unique_ptr<float>> m_constants;
    std::vector<cudnn::Descriptor> m_operations;
    cudnn::Descriptor m_plan = nullptr, m_pack = nullptr;
    DeviceBuffer m_workspace;
};

} // namespace bubblescope::probe
