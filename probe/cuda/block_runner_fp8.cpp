// SPDX-License-Identifier: Apache-2.0
// Products in fp8: copies of what they read, and the products of the copies.
#include "probe/cuda/block_runner.h"
#include "probe/cuda/fp8_kernels.h"

#include <fmt/format.h>

namespace bubblescope::probe {

namespace {

/// Some scale of a weight, by how far its random numbers go.
float weightScale(std::int64_t in)
{
    float scale = kGivenScale;
    for (std::int64_t width = 1; width < in; width *= 4)
        scale /= 2;
    return scale;
}

} // namespace

Fp8Tensors fp8TensorsOf(std::string_view linear, std::string_view what)
{
    return {fmt::format("q.{}.{}", linear, what), fmt::format("q.{}.{}t", linear, what),
            fmt::format("s.{}.{}", linear, what), fmt::format("s.{}.{}t", linear, what)};
}

void BlockRunner::addFp8Copies(const Linear& linear, const std::string& what, std::int64_t rows,
                               std::int64_t columns, Fp8Scales scales)
{
    const Fp8Tensors names = fp8TensorsOf(linear.name, what);
    add(names.plain, DataType::Fp8, linear.count * rows, columns);
    add(names.turned, DataType::Fp8, linear.count * columns, rows);
    const std::int64_t count = scales == Fp8Scales::Given ? 1 : linear.count;
    add(names.plainScales, DataType::Fp32, count, scaleCount(scales, rows, columns));
    add(names.turnedScales, DataType::Fp32, count, scaleCount(scales, columns, rows));
    if (scales != Fp8Scales::Given)
        return;
    // The largest value that was met, for the next scale.
    add("most." + names.plain, DataType::Fp32, 1, 1);
    const float given = what.front() == 'w' ? weightScale(linear.in) : kGivenScale;
    for (const std::string& name : {names.plainScales, names.turnedScales})
        require(device::fillNormal(device::Element::Fp32, at(name), 1, ++m_seed, given, 0, m_stream),
                "filling a scale");
}

void BlockRunner::toFp8(const Linear& linear, const std::string& what, const std::string& from,
                        std::int64_t rows, std::int64_t columns, Fp8Scales scales, cudaStream_t stream)
{
    const Fp8Tensors names = fp8TensorsOf(linear.name, what);
    const device::Fp8Copies to{at(names.plain), at(names.turned),
                               tensor(names.plainScales).buffer.as<float>(),
                               tensor(names.turnedScales).buffer.as<float>()};
    const device::Fp8Shape shape{linear.count, rows, columns};
    constexpr const char* kDoing = "starting a copy to fp8";
    switch (scales) {
    case Fp8Scales::Given:
        require(device::toFp8WithGiven(at(from), to, tensor("most." + names.plain).buffer.as<float>(), shape,
                                       stream),
                kDoing);
        break;
    case Fp8Scales::Rows:
        require(device::toFp8InRows(at(from), to, shape, stream), kDoing);
        break;
    case Fp8Scales::Blocks:
        require(device::toFp8InBlocks(at(from), to, shape, stream), kDoing);
        break;
    }
}

void BlockRunner::addFp8Products(const Linear& linear)
{
    const std::string name(linear.name);
    const LinearEnds ends = endsOf(name);
    const Fp8Scales ofWeights = scalesOfWeights(m_shape.fp8Scaling),
                    ofValues = scalesOfActivations(m_shape.fp8Scaling);
    // Weights are copied once a step, which is before any of this.
    for (int set = 0; set < kWeightSets; ++set) {
        const std::string what = fmt::format("w{}", set);
        addFp8Copies(linear, what, linear.out, linear.in, ofWeights);
        toFp8(linear, what, fmt::format("w.{}.{}", name, set), linear.out, linear.in, ofWeights, m_stream);
    }
    addFp8Copies(linear, "x", linear.rows, linear.in, ofValues);
    addFp8Copies(linear, "d", linear.rows, linear.out, ofValues);
    m_steps["quantize_" + name + ".F"] = [=, this](int, cudaStream_t stream) {
        toFp8(linear, "x", ends.input, linear.rows, linear.in, ofValues, stream);
    };
    m_steps["quantize_" + name + ".I"] = [=, this](int, cudaStream_t stream) {
        toFp8(linear, "d", ends.outputGradient, linear.rows, linear.out, ofValues, stream);
    };
    const auto multiply = [=, this](Op op, const std::string& a, const std::string& aScales,
                                    const std::string& b, const std::string& bScales, const std::string& c,
                                    cudaStream_t stream) {
        const Tensor& scalesA = tensor(aScales);
        const Tensor& scalesB = tensor(bScales);
        for (std::int64_t index = 0; index < linear.count; ++index) {
            const auto ofOne = [index](const Tensor& scales) {
                return scales.buffer.as<float>() + (scales.rows > 1 ? index * scales.columns : 0);
            };
            m_gemms.run(fp8Gemm(linear, op, m_shape, index), DataType::Fp8, tensor(c).type, at(a), at(b),
                        at(c), stream,
                        {op == Op::Weight ? ofValues : ofWeights, ofValues, ofOne(scalesA), ofOne(scalesB)});
        }
    };
    const Fp8Tensors input = fp8TensorsOf(name, "x"), gradient = fp8TensorsOf(name, "d");
    m_steps[name + ".F"] = [=](int set, cudaStream_t stream) {
        const Fp8Tensors weight = fp8TensorsOf(linear.name, fmt::format("w{}", set));
        multiply(Op::Forward, weight.plain, weight.plainScales, input.plain, input.plainScales, ends.output,
                 stream);
    };
    m_steps[name + ".I"] = [=](int set, cudaStream_t stream) {
        const Fp8Tensors weight = fp8TensorsOf(linear.name, fmt::format("w{}", set));
        multiply(Op::Input, weight.turned, weight.turnedScales, gradient.plain, gradient.plainScales,
                 ends.inputGradient, stream);
    };
    m_steps[name + ".W"] = [=](int, cudaStream_t stream) {
        multiply(Op::Weight, input.turned, input.turnedScales, gradient.turned, gradient.turnedScales,
                 "g." + name, stream);
    };
}

} // namespace bubblescope::probe
