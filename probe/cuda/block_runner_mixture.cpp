// SPDX-License-Identifier: Apache-2.0
// Kernels of a layer's experts beside their products.
#include "probe/cuda/block_runner.h"
#include "probe/cuda/expert_kernels.h"
#include "probe/plan/mixture_kernels.h"

namespace bubblescope::probe {

void BlockRunner::addMixtureTensors()
{
    const std::int64_t tokens = m_shape.tokens(), rows = m_shape.localExperts() * m_shape.expertRows();
    const std::int64_t halves = m_shape.gated ? 2 : 1;
    for (const char* name : {"r", "d_r"})
        add(name, tokens, m_shape.experts);
    add("d_routed", tokens, m_shape.hidden);
    for (const char* name : {"expert_x", "expert_y", "d_expert_x", "d_expert_y"})
        add(name, rows, m_shape.hidden);
    for (const char* name : {"expert_u", "d_expert_u"})
        add(name, rows, halves * m_shape.expertWidth());
    for (const char* name : {"expert_a", "d_expert_a"})
        add(name, rows, m_shape.expertWidth());
    for (const char* name : {"weights", "d_weights"})
        add(name, DataType::Fp32, tokens, m_shape.topK);
    m_chosen = DeviceBuffer(4 * tokens * m_shape.topK);
    const std::vector<std::int32_t> places = expertPlaces(m_shape);
    m_places = DeviceBuffer(4 * tokens * m_shape.topK);
    require(cudaMemsetAsync(m_chosen.get(), 0, 4 * places.size(), m_stream), "clearing numbers");
    require(
        cudaMemcpyAsync(m_places.get(), places.data(), 4 * places.size(), cudaMemcpyHostToDevice, m_stream),
        "placing rows");
    require(cudaStreamSynchronize(m_stream), "placing rows");
    if (m_shape.sharedExperts == 0)
        return;
    for (const char* name : {"shared_y", "d_shared"})
        add(name, tokens, m_shape.hidden);
    for (const char* name : {"shared_u", "d_shared_u"})
        add(name, tokens, halves * m_shape.sharedWidth());
    for (const char* name : {"shared_a", "d_shared_a"})
        add(name, tokens, m_shape.sharedWidth());
}

void BlockRunner::addExpertSteps(const std::string& kind, std::int64_t rows, std::int64_t width)
{
    const device::RowShape shape{rows, width};
    m_steps[kind + "_activation.F"] = [=, this](int, cudaStream_t stream) {
        require(device::activation(m_element, m_shape.gated, at(kind + "_u"), at(kind + "_a"), shape, stream),
                "starting an activation");
    };
    m_steps[kind + "_activation.I"] = [=, this](int, cudaStream_t stream) {
        require(device::activationBackward(m_element, m_shape.gated, at(kind + "_u"), at("d_" + kind + "_a"),
                                           at("d_" + kind + "_u"), shape, stream),
                "starting an activation's backward");
    };
}

void BlockRunner::addMixture()
{
    const device::RouteShape routed{m_shape.tokens(), m_shape.experts, m_shape.topK};
    const device::TokenShape moved{m_shape.tokens(), m_shape.hidden, m_shape.topK};
    const bool hasShared = m_shape.sharedExperts > 0;
    addExpertSteps("expert", m_shape.localExperts() * m_shape.expertRows(), m_shape.expertWidth());
    if (hasShared)
        addExpertSteps("shared", m_shape.tokens(), m_shape.sharedWidth());
    const auto numbers = [this](const char* name) { return tensor(name).buffer.as<float>(); };
    constexpr const char* kDoing = "starting a kernel of experts";
    m_steps["route.F"] = [=, this](int, cudaStream_t stream) {
        require(device::route(m_element, at("r"), m_chosen.as<std::int32_t>(), numbers("weights"), routed,
                              stream),
                kDoing);
    };
    m_steps["permute.F"] = [=, this](int, cudaStream_t stream) {
        require(
            device::permute(m_element, at("n2"), m_places.as<std::int32_t>(), at("expert_x"), moved, stream),
            kDoing);
    };
    m_steps["combine.F"] = [=, this](int, cudaStream_t stream) {
        require(device::combine(m_element, at("expert_y"), m_places.as<std::int32_t>(), numbers("weights"),
                                hasShared ? at("shared_y") : nullptr, nullptr, at("y"), moved, stream),
                kDoing);
    };
    m_steps["combine.I"] = [=, this](int, cudaStream_t stream) {
        require(device::combineBackward(m_element, at("d_y"), at("expert_y"), m_places.as<std::int32_t>(),
                                        numbers("weights"), at("d_expert_y"), numbers("d_weights"), moved,
                                        stream),
                kDoing);
    };
    m_steps["route.I"] = [=, this](int, cudaStream_t stream) {
        require(device::routeBackward(m_element, m_chosen.as<std::int32_t>(), numbers("weights"),
                                      numbers("d_weights"), at("d_r"), routed, stream),
                kDoing);
    };
    m_steps["permute.I"] = [=, this](int, cudaStream_t stream) {
        require(device::combine(m_element, at("d_expert_x"), m_places.as<std::int32_t>(), nullptr,
                                at("d_routed"), hasShared ? at("d_shared") : nullptr, at("d_n2"), moved,
                                stream),
                kDoing);
    };
}

} // namespace bubblescope::probe
