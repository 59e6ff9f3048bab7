// SPDX-License-Identifier: Apache-2.0
// In cuBLASLt's place: products by definition, with the scales of fp8 where its documentation says (section
// "Scaling factors layouts" of cuBLAS 13).
#include <cmath>
#include <cstdint>
#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <vector>

namespace {

struct Layout
{
    cudaDataType type;
    std::int64_t rows, columns, leading;
    std::int32_t batch = 1;
    std::int64_t stride = 0;
};

struct Operand
{
    bool isTransposed = false;
    std::int32_t mode = CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F;
    const float* scales = nullptr;
};

struct Description
{
    Operand a, b;
};

template <typename Value>
Value read(const void* from)
{
    return *static_cast<const Value*>(from);
}

double fromFp8(std::uint8_t byte)
{
    const int exponent = byte >> 3 & 15, fraction = byte & 7;
    const double size = exponent != 0 ? std::ldexp(8 + fraction, exponent - 10) : std::ldexp(fraction, -9);
    return (byte & 128) != 0 ? -size : size;
}

double valueOf(const void* values, cudaDataType type, std::int64_t index)
{
    switch (type) {
    case CUDA_R_16BF:
        return __bfloat162float(static_cast<const __nv_bfloat16*>(values)[index]);
    case CUDA_R_16F:
        return __half2float(static_cast<const __half*>(values)[index]);
    case CUDA_R_8F_E4M3:
        return fromFp8(static_cast<const std::uint8_t*>(values)[index]);
    default:
        return static_cast<const float*>(values)[index];
    }
}

void put(void* values, cudaDataType type, std::int64_t index, double value)
{
    const auto narrow = static_cast<float>(value);
    if (type == CUDA_R_16BF)
        static_cast<__nv_bfloat16*>(values)[index] = __float2bfloat16(narrow);
    else if (type == CUDA_R_16F)
        static_cast<__half*>(values)[index] = __float2half(narrow);
    else
        static_cast<float*>(values)[index] = narrow;
}

/// Of a row of A, or a column of B, at a place of the sum.
double scaleOf(const Operand& operand, std::int64_t line, std::int64_t k, std::int64_t lines,
               std::int64_t depth)
{
    const std::int64_t blocks = (depth + 127) / 128, step = (blocks + 3) / 4 * 4;
    switch (operand.mode) {
    case CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F:
        return operand.scales[k / 128 * lines + line];
    case CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F:
        return operand.scales[line / 128 * step + k / 128];
    default:
        return operand.scales[0];
    }
}

/// Rows of A, or columns of B, one after the other along the sum, in double.
std::vector<double> lines(const Operand& operand, const Layout& layout, const void* values,
                          std::int64_t first, bool isA, std::int64_t depth)
{
    const bool alongRows = operand.isTransposed == isA;
    const std::int64_t count = alongRows ? layout.columns : layout.rows;
    std::vector<double> result;
    for (std::int64_t line = 0; line < count; ++line)
        for (std::int64_t k = 0; k < depth; ++k) {
            const std::int64_t at =
                first + (alongRows ? k + line * layout.leading : line + k * layout.leading);
            const double scale =
                layout.type == CUDA_R_8F_E4M3 ? scaleOf(operand, line, k, count, depth) : 1.0;
            result.push_back(valueOf(values, layout.type, at) * scale);
        }
    return result;
}

/// What cuBLASLt asks of products in fp8 on Hopper.
bool isSupported(const Description& product, const Layout& a, const Layout& b)
{
    if (a.type != CUDA_R_8F_E4M3)
        return true;
    const auto isBlock = [](const Operand& operand) {
        return operand.mode == CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F;
    };
    return product.a.isTransposed && !product.b.isTransposed && a.rows % 16 == 0 && a.columns % 4 == 0 &&
           b.columns % 4 == 0 && product.a.scales != nullptr && product.b.scales != nullptr &&
           !(isBlock(product.a) && isBlock(product.b));
}

template <typename Handle, typename Value>
cublasStatus_t make(Handle* handle, Value value)
{
    *handle = reinterpret_cast<Handle>(new Value(value));
    return CUBLAS_STATUS_SUCCESS;
}

template <typename Value, typename Handle>
cublasStatus_t destroy(Handle handle)
{
    delete reinterpret_cast<Value*>(handle);
    return CUBLAS_STATUS_SUCCESS;
}

} // namespace

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle)
{
    *handle = nullptr;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t)
{
    return CUBLAS_STATUS_SUCCESS;
}
size_t cublasLtGetVersion()
{
    return CUBLAS_VERSION;
}
const char* cublasLtGetStatusString(cublasStatus_t)
{
    return "not supported by the stand-in";
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* product, cublasComputeType_t, cudaDataType_t)
{
    return make(product, Description{});
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t product)
{
    return destroy<Description>(product);
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t product,
                                              cublasLtMatmulDescAttributes_t attribute, const void* value,
                                              size_t)
{
    Description& description = *reinterpret_cast<Description*>(product);
    switch (attribute) {
    case CUBLASLT_MATMUL_DESC_TRANSA:
        description.a.isTransposed = read<cublasOperation_t>(value) != CUBLAS_OP_N;
        break;
    case CUBLASLT_MATMUL_DESC_TRANSB:
        description.b.isTransposed = read<cublasOperation_t>(value) != CUBLAS_OP_N;
        break;
    case CUBLASLT_MATMUL_DESC_A_SCALE_MODE:
        description.a.mode = read<std::int32_t>(value);
        break;
    case CUBLASLT_MATMUL_DESC_B_SCALE_MODE:
        description.b.mode = read<std::int32_t>(value);
        break;
    case CUBLASLT_MATMUL_DESC_A_SCALE_POINTER:
        description.a.scales = read<const float*>(value);
        break;
    case CUBLASLT_MATMUL_DESC_B_SCALE_POINTER:
        description.b.scales = read<const float*>(value);
        break;
    default:
        return CUBLAS_STATUS_INVALID_VALUE;
    }
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType type, uint64_t rows,
                                          uint64_t columns, int64_t leading)
{
    return make(layout,
                Layout{type, static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns), leading});
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout)
{
    return destroy<Layout>(layout);
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute, const void* value,
                                                size_t)
{
    Layout& changed = *reinterpret_cast<Layout*>(layout);
    if (attribute == CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT)
        changed.batch = read<std::int32_t>(value);
    else if (attribute == CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET)
        changed.stride = read<std::int64_t>(value);
    else
        return CUBLAS_STATUS_INVALID_VALUE;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference)
{
    *preference = nullptr;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t)
{
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t,
                                                    cublasLtMatmulPreferenceAttributes_t, const void*, size_t)
{
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t product,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                                              cublasLtMatmulPreference_t, int,
                                              cublasLtMatmulHeuristicResult_t results[], int* count)
{
    if (!isSupported(*reinterpret_cast<Description*>(product), *reinterpret_cast<Layout*>(a),
                     *reinterpret_cast<Layout*>(b)))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    results[0].state = CUBLAS_STATUS_SUCCESS;
    *count = 1;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t product, const void* alpha,
                              const void* a, cublasLtMatrixLayout_t aLayout, const void* b,
                              cublasLtMatrixLayout_t bLayout, const void* beta, const void* c,
                              cublasLtMatrixLayout_t cLayout, void* d, cublasLtMatrixLayout_t,
                              const cublasLtMatmulAlgo_t*, void*, size_t, cudaStream_t)
{
    const Description& description = *reinterpret_cast<Description*>(product);
    const Layout& ofA = *reinterpret_cast<Layout*>(aLayout);
    const Layout& ofB = *reinterpret_cast<Layout*>(bLayout);
    const Layout& ofC = *reinterpret_cast<Layout*>(cLayout);
    const std::int64_t depth = description.a.isTransposed ? ofA.rows : ofA.columns;
    for (std::int64_t batch = 0; batch < ofC.batch; ++batch) {
        const std::vector<double> left = lines(description.a, ofA, a, batch * ofA.stride, true, depth);
        const std::vector<double> right = lines(description.b, ofB, b, batch * ofB.stride, false, depth);
        for (std::int64_t column = 0; column < ofC.columns; ++column)
            for (std::int64_t row = 0; row < ofC.rows; ++row) {
                double sum = 0;
                for (std::int64_t k = 0; k < depth; ++k)
                    sum += left[static_cast<std::size_t>(row * depth + k)] *
                           right[static_cast<std::size_t>(column * depth + k)];
                const std::int64_t at = batch * ofC.stride + row + column * ofC.leading;
                const double before = read<float>(beta) != 0 ? valueOf(c, ofC.type, at) : 0;
                put(d, ofC.type, at,
                    static_cast<double>(read<float>(alpha)) * sum +
                        static_cast<double>(read<float>(beta)) * before);
            }
    }
    return CUBLAS_STATUS_SUCCESS;
}
}
