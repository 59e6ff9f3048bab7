// SPDX-License-Identifier: Apache-2.0
#include "core/trace/process_mesh.h"

#include "core/base/text_edit.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <set>
#include <utility>

namespace bubblescope {

namespace {

constexpr std::string_view kPipelineAxis = "pp";

/// What PyTorch's users, Megatron and others call the groups of a dimension.
constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kAxisNames{{
    {"pp", "pp"},
    {"pipeline", "pp"},
    {"pipeline_parallel", "pp"},
    {"pipeline_model_parallel_group", "pp"},
    {"dp", "dp"},
    {"ddp", "dp"},
    {"fsdp", "dp"},
    {"data_parallel", "dp"},
    {"data_parallel_group", "dp"},
    {"tp", "tp"},
    {"tensor_parallel", "tp"},
    {"tensor_model_parallel_group", "tp"},
    {"cp", "cp"},
    {"context_parallel_group", "cp"},
    {"ep", "ep"},
    {"expert_parallel", "ep"},
    {"expert_model_parallel_group", "ep"},
    {"mp", "tp"},
}};

/// As they are listed.
constexpr std::array<std::string_view, 7> kAxisOrder{"dp", "dp_replicate", "dp_shard", "cp",
                                                     "tp", "pp",           "ep"};

std::size_t placeOf(const std::string& axis)
{
    return static_cast<std::size_t>(std::find(kAxisOrder.begin(), kAxisOrder.end(), axis) -
                                    kAxisOrder.begin());
}

bool hasAxis(const std::vector<MeshAxis>& mesh, std::string_view name)
{
    return std::any_of(mesh.begin(), mesh.end(), [&](const MeshAxis& axis) { return axis.name == name; });
}

/// One that others are part of: torchtitan's "dp" beside its "dp_replicate" and "dp_shard", its "loss",
/// "dp_cp".
bool isFlattened(const MeshAxis& axis, const std::vector<MeshAxis>& mesh)
{
    return placeOf(axis.name) == kAxisOrder.size() || (axis.name == "dp" && hasAxis(mesh, "dp_shard"));
}

std::string upperCase(std::string text)
{
    for (char& c : text)
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return text;
}

} // namespace

std::string meshAxisOf(std::string_view description)
{
    constexpr std::size_t kLongest = 64;
    if (description.size() > kLongest)
        return {};
    std::string name = lowered(description);
    constexpr std::string_view kMesh = "mesh_";
    const bool isMesh = name.starts_with(kMesh);
    if (isMesh)
        name.erase(0, kMesh.size());
    for (const auto& [known, axis] : kAxisNames)
        if (name == known)
            return std::string(axis);
    return isMesh ? name : std::string();
}

bool isOtherThanPipeline(const std::string& axis)
{
    return axis != kPipelineAxis && placeOf(axis) < kAxisOrder.size();
}

const ProcessGroup* pipelineGroupOf(const TraceFile& file, std::uint32_t globalRank)
{
    for (const ProcessGroup& group : file.groups)
        if (meshAxisOf(group.description) == kPipelineAxis &&
            std::find(group.ranks.begin(), group.ranks.end(), globalRank) != group.ranks.end())
            return &group;
    return nullptr;
}

std::vector<MeshAxis> meshOf(const std::vector<TraceFile>& files)
{
    std::map<std::string, std::set<std::vector<std::uint32_t>>> groups;
    for (const TraceFile& file : files)
        for (const ProcessGroup& group : file.groups)
            if (const std::string axis = meshAxisOf(group.description); !axis.empty() && !group.ranks.empty())
                groups[axis].insert(group.ranks);
    std::vector<MeshAxis> mesh;
    for (const auto& [axis, members] : groups) {
        std::size_t size = 0;
        for (const std::vector<std::uint32_t>& group : members)
            size = std::max(size, group.size());
        mesh.push_back({axis, size, {members.begin(), members.end()}});
    }
    std::stable_sort(mesh.begin(), mesh.end(),
                     [](const MeshAxis& a, const MeshAxis& b) { return placeOf(a.name) < placeOf(b.name); });
    return mesh;
}

std::optional<std::uint32_t> pipelineSizeOf(const std::vector<TraceFile>& files)
{
    const std::vector<MeshAxis> mesh = meshOf(files);
    std::uint64_t others = 1; ///< 0: more than any run has
    for (const MeshAxis& axis : mesh) {
        if (axis.name == kPipelineAxis)
            return static_cast<std::uint32_t>(axis.size);
        // Expert parallelism divides what the other dimensions have.
        if (!isFlattened(axis, mesh) && axis.name != "ep" &&
            __builtin_mul_overflow(others, std::uint64_t{axis.size}, &others))
            others = 0;
    }
    std::optional<std::uint32_t> world;
    for (const TraceFile& file : files)
        if (file.worldSize)
            world = std::max(world.value_or(0), *file.worldSize);
    if (!world || others == 0 || *world % others != 0)
        return std::nullopt;
    return static_cast<std::uint32_t>(*world / others);
}

std::string meshText(const std::vector<MeshAxis>& mesh)
{
    std::string text;
    const bool isNamed =
        std::any_of(mesh.begin(), mesh.end(), [&](const MeshAxis& axis) { return !isFlattened(axis, mesh); });
    for (const MeshAxis& axis : mesh)
        if ((axis.size > 1 || axis.name != "cp") && !(isNamed && isFlattened(axis, mesh)))
            text += fmt::format("{}{} {}", text.empty() ? "" : " \u00d7 ", upperCase(shownName(axis.name)),
                                axis.size);
    return text;
}

} // namespace bubblescope
