// SPDX-License-Identifier: Apache-2.0
#include "probe/cuda/tensor_values.h"

#include "probe/plan/reference_fp8.h"

#include <cmath>
#include <cstring>

namespace bubblescope::probe {

namespace {

double widened(std::uint16_t bits, DataType type)
{
    if (type == DataType::Bf16) {
        const std::uint32_t wide = static_cast<std::uint32_t>(bits) << 16U;
        float value = 0;
        std::memcpy(&value, &wide, sizeof value);
        return static_cast<double>(value);
    }
    const int exponent = static_cast<int>(bits >> 10U & 0x1FU);
    const double fraction = static_cast<double>(bits & 0x3FFU) / 1024;
    const double size = exponent == 31  ? std::nan("")
                        : exponent == 0 ? std::ldexp(fraction, -14)
                                        : std::ldexp(1 + fraction, exponent - 15);
    return (bits & 0x8000U) != 0 ? -size : size;
}

} // namespace

reference::Values valuesOf(const BlockRunner::Tensor& tensor)
{
    std::vector<char> bytes(static_cast<std::size_t>(tensor.count() * bytesOf(tensor.type)));
    require(cudaMemcpy(bytes.data(), tensor.buffer.get(), bytes.size(), cudaMemcpyDeviceToHost),
            "reading a tensor");
    reference::Values values(static_cast<std::size_t>(tensor.count()));
    for (std::size_t i = 0; i < values.size(); ++i)
        if (tensor.type == DataType::Fp8) {
            values[i] = reference::fp8Value(static_cast<std::uint8_t>(bytes[i]));
        } else if (bytesOf(tensor.type) == 4) {
            float value = 0;
            std::memcpy(&value, &bytes[4 * i], sizeof value);
            values[i] = static_cast<double>(value);
        } else {
            std::uint16_t bits = 0;
            std::memcpy(&bits, &bytes[2 * i], sizeof bits);
            values[i] = widened(bits, tensor.type);
        }
    return values;
}

} // namespace bubblescope::probe
