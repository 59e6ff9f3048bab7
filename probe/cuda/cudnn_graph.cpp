// SPDX-License-Identifier: Apache-2.0
#include "probe/cuda/cudnn_graph.h"

#include <algorithm>

namespace bubblescope::probe {

namespace {

using cudnn::Attribute;
using cudnn::Kind;
using cudnn::ValueType;

CudnnGraph::Four rowByRow(const CudnnGraph::Four& dimensions)
{
    CudnnGraph::Four strides{1, 1, 1, 1};
    for (std::size_t i = 3; i > 0; --i)
        strides[i - 1] = strides[i] * dimensions[i];
    return strides;
}

} // namespace

CudnnGraph::CudnnGraph(const CudnnLibrary& library, cudnn::Handle handle)
    : m_library(library)
    , m_handle(handle)
{}

CudnnGraph::~CudnnGraph()
{
    // What is made of others goes before them.
    for (auto descriptor = m_descriptors.rbegin(); descriptor != m_descriptors.rend(); ++descriptor)
        static_cast<void>(m_library.destroyDescriptor(*descriptor));
}

cudnn::Descriptor CudnnGraph::make(Kind kind, const char* doing)
{
    cudnn::Descriptor descriptor = nullptr;
    m_library.require(m_library.createDescriptor(kind, &descriptor), doing);
    m_descriptors.push_back(descriptor);
    return descriptor;
}

void CudnnGraph::set(cudnn::Descriptor descriptor, Attribute attribute, ValueType type, std::int64_t count,
                     const void* values, const char* doing) const
{
    m_library.require(m_library.setAttribute(descriptor, attribute, type, count, values), doing);
}

void CudnnGraph::finish(cudnn::Descriptor descriptor, const char* doing) const
{
    m_library.require(m_library.finalize(descriptor), doing);
}

CudnnGraph::Tensor CudnnGraph::add(cudnn::Data type, const Four& dimensions, const Four& strides,
                                   bool isVirtual, bool isByValue)
{
    constexpr const char* kDoing = "describing a tensor";
    constexpr std::int64_t kAlignment = 16;
    const Tensor tensor{static_cast<std::int64_t>(m_tensors.size()) + 1, dimensions, strides, type};
    const cudnn::Descriptor descriptor = make(Kind::Tensor, kDoing);
    set(descriptor, Attribute::TensorDataType, ValueType::DataType, type, kDoing);
    set(descriptor, Attribute::TensorDimensions, ValueType::Int64, 4, dimensions.data(), kDoing);
    set(descriptor, Attribute::TensorStrides, ValueType::Int64, 4, strides.data(), kDoing);
    set(descriptor, Attribute::TensorUniqueId, ValueType::Int64, tensor.id, kDoing);
    set(descriptor, Attribute::TensorByteAlignment, ValueType::Int64, kAlignment, kDoing);
    set(descriptor, Attribute::TensorIsVirtual, ValueType::Boolean, isVirtual, kDoing);
    set(descriptor, Attribute::TensorIsByValue, ValueType::Boolean, isByValue, kDoing);
    finish(descriptor, kDoing);
    m_tensors.emplace(tensor.id, descriptor);
    return tensor;
}

CudnnGraph::Tensor CudnnGraph::tensor(cudnn::Data type, const Four& dimensions, const Four& strides)
{
    return add(type, dimensions, strides, false, false);
}

CudnnGraph::Tensor CudnnGraph::between(cudnn::Data type, const Four& dimensions)
{
    return between(type, dimensions, rowByRow(dimensions));
}

CudnnGraph::Tensor CudnnGraph::between(cudnn::Data type, const Four& dimensions, const Four& strides)
{
    return add(type, dimensions, strides, true, false);
}

CudnnGraph::Tensor CudnnGraph::constant(float value)
{
    const Tensor tensor = add(cudnn::Data::Float, {1, 1, 1, 1}, {1, 1, 1, 1}, false, true);
    m_constants.emplace(tensor.id, std::make_unique<float>(value));
    return tensor;
}

void CudnnGraph::addOperation(cudnn::Descriptor operation, const char* doing)
{
    finish(operation, doing);
    m_operations.push_back(operation);
}

void CudnnGraph::matmul(const Tensor& a, const Tensor& b, const Tensor& c)
{
    constexpr const char* kDoing = "describing a product";
    const cudnn::Descriptor product = make(Kind::Matmul, kDoing);
    set(product, Attribute::MatmulComputeType, ValueType::DataType, cudnn::Data::Float, kDoing);
    finish(product, kDoing);
    const cudnn::Descriptor operation = make(Kind::OperationMatmul, kDoing);
    set(operation, Attribute::OperationMatmulA, ValueType::DescriptorValue, m_tensors.at(a.id), kDoing);
    set(operation, Attribute::OperationMatmulB, ValueType::DescriptorValue, m_tensors.at(b.id), kDoing);
    set(operation, Attribute::OperationMatmulC, ValueType::DescriptorValue, m_tensors.at(c.id), kDoing);
    set(operation, Attribute::OperationMatmulDescriptor, ValueType::DescriptorValue, product, kDoing);
    addOperation(operation, kDoing);
}

void CudnnGraph::pointwise(cudnn::Pointwise mode, const Tensor& x, const Tensor* b, const Tensor& y,
                           const Tensor* condition, cudnn::Data precision)
{
    constexpr const char* kDoing = "describing a pointwise operation";
    const cudnn::Descriptor description = make(Kind::Pointwise, kDoing);
    set(description, Attribute::PointwiseMode, ValueType::PointwiseMode, mode, kDoing);
    set(description, Attribute::PointwiseMathPrecision, ValueType::DataType, precision, kDoing);
    finish(description, kDoing);
    const cudnn::Descriptor operation = make(Kind::OperationPointwise, kDoing);
    set(operation, Attribute::OperationPointwiseDescriptor, ValueType::DescriptorValue, description, kDoing);
    set(operation, Attribute::OperationPointwiseX, ValueType::DescriptorValue, m_tensors.at(x.id), kDoing);
    if (b != nullptr)
        set(operation, Attribute::OperationPointwiseB, ValueType::DescriptorValue, m_tensors.at(b->id),
            kDoing);
    if (condition != nullptr)
        set(operation, Attribute::OperationPointwiseT, ValueType::DescriptorValue,
            m_tensors.at(condition->id), kDoing);
    set(operation, Attribute::OperationPointwiseY, ValueType::DescriptorValue, m_tensors.at(y.id), kDoing);
    addOperation(operation, kDoing);
}

void CudnnGraph::index(std::int64_t axis, const Tensor& like, const Tensor& y)
{
    constexpr const char* kDoing = "describing an index";
    const cudnn::Descriptor description = make(Kind::Pointwise, kDoing);
    set(description, Attribute::PointwiseMode, ValueType::PointwiseMode, cudnn::Pointwise::Index, kDoing);
    set(description, Attribute::PointwiseMathPrecision, ValueType::DataType, cudnn::Data::Float, kDoing);
    set(description, Attribute::PointwiseAxis, ValueType::Int64, axis, kDoing);
    finish(description, kDoing);
    const cudnn::Descriptor operation = make(Kind::OperationPointwise, kDoing);
    set(operation, Attribute::OperationPointwiseDescriptor, ValueType::DescriptorValue, description, kDoing);
    set(operation, Attribute::OperationPointwiseX, ValueType::DescriptorValue, m_tensors.at(like.id), kDoing);
    set(operation, Attribute::OperationPointwiseY, ValueType::DescriptorValue, m_tensors.at(y.id), kDoing);
    addOperation(operation, kDoing);
}

void CudnnGraph::reduce(cudnn::Reduction mode, const Tensor& x, const Tensor& y)
{
    constexpr const char* kDoing = "describing a reduction";
    const cudnn::Descriptor description = make(Kind::Reduction, kDoing);
    set(description, Attribute::ReductionOperator, ValueType::ReductionOperator, mode, kDoing);
    set(description, Attribute::ReductionComputeType, ValueType::DataType, cudnn::Data::Float, kDoing);
    finish(description, kDoing);
    const cudnn::Descriptor operation = make(Kind::OperationReduction, kDoing);
    set(operation, Attribute::OperationReductionDescriptor, ValueType::DescriptorValue, description, kDoing);
    set(operation, Attribute::OperationReductionX, ValueType::DescriptorValue, m_tensors.at(x.id), kDoing);
    set(operation, Attribute::OperationReductionY, ValueType::DescriptorValue, m_tensors.at(y.id), kDoing);
    addOperation(operation, kDoing);
}

void CudnnGraph::reshape(const Tensor& x, const Tensor& y)
{
    constexpr const char* kDoing = "describing a reshape";
    const cudnn::Descriptor operation = make(Kind::OperationReshape, kDoing);
    set(operation, Attribute::OperationReshapeX, ValueType::DescriptorValue, m_tensors.at(x.id), kDoing);
    set(operation, Attribute::OperationReshapeY, ValueType::DescriptorValue, m_tensors.at(y.id), kDoing);
    addOperation(operation, kDoing);
}

std::vector<cudnn::Descriptor> CudnnGraph::configurations(cudnn::Descriptor graph, cudnn::Heuristic mode)
{
    constexpr const char* kDoing = "asking for engines";
    const cudnn::Descriptor heuristic = make(Kind::EngineHeuristic, kDoing);
    set(heuristic, Attribute::HeuristicGraph, ValueType::DescriptorValue, graph, kDoing);
    set(heuristic, Attribute::HeuristicMode, ValueType::HeuristicMode, mode, kDoing);
    // Where there is none, finishing or counting fails: no engine, then.
    if (m_library.finalize(heuristic) != 0)
        return {};
    std::int64_t count = 0;
    if (m_library.getAttribute(heuristic, Attribute::HeuristicResults, ValueType::DescriptorValue, 0, &count,
                               nullptr) != 0)
        return {};
    std::vector<cudnn::Descriptor> found;
    for (std::int64_t i = 0; i < count; ++i)
        found.push_back(make(Kind::EngineConfig, kDoing));
    std::int64_t returned = 0;
    if (m_library.getAttribute(heuristic, Attribute::HeuristicResults, ValueType::DescriptorValue, count,
                               &returned, found.data()) != 0)
        return {};
    found.resize(static_cast<std::size_t>(std::max<std::int64_t>(0, std::min(count, returned))));
    return found;
}

void CudnnGraph::plan()
{
    constexpr const char* kDoing = "planning a graph";
    const cudnn::Descriptor graph = make(Kind::OperationGraph, kDoing);
    set(graph, Attribute::GraphOperations, ValueType::DescriptorValue,
        static_cast<std::int64_t>(m_operations.size()), m_operations.data(), kDoing);
    set(graph, Attribute::GraphHandle, ValueType::HandleValue, m_handle, kDoing);
    finish(graph, kDoing);
    cudnn::Status last = 0;
    for (const cudnn::Heuristic mode : {cudnn::Heuristic::A, cudnn::Heuristic::Fallback})
        for (const cudnn::Descriptor configuration : configurations(graph, mode)) {
            const cudnn::Descriptor plan = make(Kind::ExecutionPlan, kDoing);
            set(plan, Attribute::PlanHandle, ValueType::HandleValue, m_handle, kDoing);
            set(plan, Attribute::PlanEngineConfig, ValueType::DescriptorValue, configuration, kDoing);
            last = m_library.finalize(plan);
            if (last != 0)
                continue;
            std::int64_t bytes = 0, count = 0;
            m_library.require(m_library.getAttribute(plan, Attribute::PlanWorkspaceSize, ValueType::Int64, 1,
                                                     &count, &bytes),
                              kDoing);
            m_workspace = DeviceBuffer(bytes);
            m_plan = plan;
            return;
        }
    m_library.require(last, kDoing);
    throw CudaFailure(Exit::Unsupported, "unsupported",
                      "cuDNN " + m_library.version() + " has no engine for this attention");
}

void CudnnGraph::bind(const std::map<std::int64_t, void*>& addresses)
{
    constexpr const char* kDoing = "binding a graph's tensors";
    std::vector<std::int64_t> ids;
    std::vector<void*> pointers;
    const auto take = [&](std::int64_t id, void* address) {
        ids.push_back(id);
        pointers.push_back(address);
    };
    for (const auto& [id, address] : addresses)
        take(id, address);
    for (const auto& [id, value] : m_constants)
        take(id, value.get());
    m_pack = make(Kind::VariantPack, kDoing);
    const auto count = static_cast<std::int64_t>(ids.size());
    void* const workspace = m_workspace.get();
    set(m_pack, Attribute::PackDataPointers, ValueType::VoidPointer, count, pointers.data(), kDoing);
    set(m_pack, Attribute::PackUniqueIds, ValueType::Int64, count, ids.data(), kDoing);
    set(m_pack, Attribute::PackWorkspace, ValueType::VoidPointer, workspace, kDoing);
    finish(m_pack, kDoing);
}

void CudnnGraph::run(cudaStream_t stream) const
{
    m_library.require(m_library.setStream(m_handle, stream), "choosing a stream");
    m_library.require(m_library.execute(m_handle, m_plan, m_pack), "running a graph");
}

} // namespace bubblescope::probe
