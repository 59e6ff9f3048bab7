// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/cuda/attention_kernels.h"
#include "probe/cuda/fused_attention.h"
#include "probe/cuda/strided_kernels.h"
#include "probe/plan/probe_plan.h"

#include <map>
#include <string>
#include <string_view>

namespace bubblescope::probe {

struct RunnerOptions
{
    std::uint64_t seed = 1;
    AttentionWay attention = AttentionWay::Unfused; ///< computed: its kernels are left out
    const CudnnLibrary* cudnn = nullptr;            ///< for fused attention
    std::int64_t mostScoreBytes = UnfusedAttention::kMostScoreBytes;
};

/// Tensors of a linear, and of its gradients.
struct LinearEnds
{
    std::string input, output, inputGradient, outputGradient;
};
[[nodiscard]] const LinearEnds& endsOf(std::string_view linear);
/// Copies in fp8 of one of a linear's matrices: "q.qkv.x", its turned one "q.qkv.xt", their scales "s.qkv.x"
/// and "s.qkv.xt". What is 'w' with the set, 'x' or 'd', the output's gradient.
struct Fp8Tensors
{
    std::string plain, turned, plainScales, turnedScales;
};
[[nodiscard]] Fp8Tensors fp8TensorsOf(std::string_view linear, std::string_view what);
/// The scale of all activations where it is not found anew: of those here, some up to 14.
inline constexpr float kGivenScale = 1.0F / 32;

/// One block on the current device, with random tensors, and what its kernels do. Tensors have names: "x" the
/// input, "n1", "qkv", …, with a "d_" before for the gradient; "w." before a linear's weights, "g." before
/// their gradient.
class BlockRunner
{
public:
    static constexpr int kWeightSets = 2;

    BlockRunner(Block block, const ModelShape& shape, const BlasLibrary& library,
                const RunnerOptions& options, cudaStream_t stream);

    [[nodiscard]] const std::vector<Kernel>& kernels() const { return m_kernels; }
    /// Whether it does anything: attention may be left out.
    [[nodiscard]] bool runs(const Kernel& kernel) const;
    void run(const Kernel& kernel, int weightSet, cudaStream_t stream);
    /// All kernels of a pass.
    void run(Op op, int weightSet, cudaStream_t stream);
    /// Times the algorithms of all products; smallest share of the first one's time, 1 where none is faster.
    double tune(cudaStream_t stream);

    struct Tensor
    {
        DeviceBuffer buffer;
        DataType type = DataType::Bf16;
        std::int64_t rows = 0, columns = 0;
        [[nodiscard]] std::int64_t count() const { return rows * columns; }
    };
    [[nodiscard]] const Tensor& tensor(const std::string& name) const;
    [[nodiscard]] const DeviceBuffer& tokens() const { return m_tokens; }
    /// Which experts each token meets; of a layer with experts alone.
    [[nodiscard]] const DeviceBuffer& chosen() const { return m_chosen; }
    /// Of each token, float; of a head alone.
    [[nodiscard]] const DeviceBuffer& loss() const { return m_loss; }
    [[nodiscard]] const ModelShape& shape() const { return m_shape; }

private:
    using Step = std::function<void(int, cudaStream_t)>;

    void add(const std::string& name, std::int64_t rows, std::int64_t columns, float deviation = 1,
             float mean = 0);
    void add(const std::string& name, DataType type, std::int64_t rows, std::int64_t columns);
    void addLinears();
    void addProducts(const Linear& linear);
    void addFp8Products(const Linear& linear);
    void addFp8Copies(const Linear& linear, const std::string& what, std::int64_t rows, std::int64_t columns,
                      Fp8Scales scales);
    void toFp8(const Linear& linear, const std::string& what, const std::string& from, std::int64_t rows,
               std::int64_t columns, Fp8Scales scales, cudaStream_t stream);
    void addGains(const std::vector<std::string>& names, std::int64_t rows);
    void makeLayer(const RunnerOptions& options);
    void addLayerTensors();
    void addForwardSteps();
    void addInputSteps();
    void addRopeSteps();
    void addFeedForward();
    void addMixture();
    void addMixtureTensors();
    void addExpertSteps(const std::string& kind, std::int64_t rows, std::int64_t width);
    void addEagerLayer();
    void addEagerRope();
    void addEagerActivation();
    void addEagerCrossEntropy();
    void turnForward(const device::Operand& heads, std::int64_t count, cudaStream_t stream) const;
    void turnBackward(std::int64_t firstHead, std::int64_t count, cudaStream_t stream) const;
    [[nodiscard]] bool isEager() const { return m_shape.framework == Framework::Eager; }
    void addAttentionSteps(const RunnerOptions& options);
    void makeHead();
    void addTable();
    void addJoin();
    void addNormBackward(const std::string& step, const std::string& gain, const std::string& gradient,
                         const std::string& input, const std::string& passed, const std::string& result,
                         std::int64_t rows);
    [[nodiscard]] void* at(const std::string& name) const { return tensor(name).buffer.get(); }
    [[nodiscard]] float* inverse(const std::string& gain) const { return m_inverse.at(gain).as<float>(); }

    Block m_block;
    ModelShape m_shape;
    device::Element m_element;
    cudaStream_t m_stream; ///< for filling
    std::uint64_t m_seed;
    Gemms m_gemms;
    std::vector<Kernel> m_kernels;
    std::map<std::string, Tensor> m_tensors;
    std::map<std::string, DeviceBuffer> m_inverse; ///< 1 / rms of each row, by the gain's name
    DeviceBuffer m_tokens, m_ropeTable, m_logSum, m_loss, m_wideLogits, m_logs;
    DeviceBuffer m_chosen, m_places;
    std::unique_ptr<UnfusedAttention> m_attention;
    std::unique_ptr<FusedAttention> m_fusedAttention;
    std::map<std::string, Step> m_steps; ///< by the kernel's name
};

} // namespace bubblescope::probe
