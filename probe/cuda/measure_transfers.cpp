// SPDX-License-Identifier: Apache-2.0
// What is between two stages: copies between devices, or what resembles them on one.
#include "probe/cuda/measurement.h"

#include <charconv>
#include <fmt/format.h>

namespace bubblescope::probe {

namespace {

/// The device that was current stays so.
class OnDevice
{
public:
    explicit OnDevice(int device)
    {
        require(cudaGetDevice(&m_before), "querying the device");
        const cudaError_t status = cudaSetDevice(device);
        if (status == cudaSuccess)
            return;
        static_cast<void>(cudaSetDevice(m_before));
        throw failureOf(status, "choosing a device");
    }
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;
    ~OnDevice() { static_cast<void>(cudaSetDevice(m_before)); }

private:
    int m_before = 0;
};

/// Bytes of the point "copy.4096" or "copy.boundary".
std::int64_t bytesOfPoint(const std::string& name, const ModelShape& model)
{
    const std::string size = name.substr(name.rfind('.') + 1);
    if (size == "boundary")
        return memoryOf(Block::Layer, model).boundary;
    std::int64_t bytes = 0;
    std::from_chars(size.data(), size.data() + size.size(), bytes);
    return bytes;
}

/// Throws where another device has no room for one end of a pair.
void checkRoom(int device, std::int64_t bytes)
{
    // Beside the copied bytes what a stopwatch takes.
    constexpr std::int64_t kBeside = std::int64_t{80} << 20;
    constexpr double kShare = 0.9;
    const OnDevice there(device);
    std::size_t free = 0, total = 0;
    require(cudaMemGetInfo(&free, &total), "querying the free memory");
    if (static_cast<double>(bytes + kBeside) > kShare * static_cast<double>(free))
        throw CudaFailure(Exit::OutOfMemory, "out_of_memory",
                          fmt::format("device {} has {:.2f} GB free, but {:.2f} GB are needed", device,
                                      static_cast<double>(free) / 1e9,
                                      static_cast<double>(bytes + kBeside) / 1e9));
}

/// Both ends of one ordered pair of devices, with something that keeps both computing.
struct PeerPair
{
    int from = 0, to = 0;
    DeviceBuffer source, destination, sinkFrom, sinkTo;
    std::unique_ptr<Stopwatch> stopwatch; ///< of the source
    std::unique_ptr<Stream> busyFrom, busyTo;
    SharedBuffer burning{sizeof(device::GateState)};
    int blocksFrom = 1, blocksTo = 1;
    bool isDirect = false; ///< else the host stages copies, and may wait for what is before them

    PeerPair(int sender, int receiver, std::int64_t bytes) : from(sender), to(receiver)
    {
        for (const int end : {sender, receiver})
            checkRoom(end, bytes);
        int canReach = 0;
        require(cudaDeviceCanAccessPeer(&canReach, sender, receiver), "querying the peers");
        {
            const OnDevice there(receiver);
            destination = DeviceBuffer(bytes);
            sinkTo = DeviceBuffer(4);
            busyTo = std::make_unique<Stream>();
            require(cudaDeviceGetAttribute(&blocksTo, cudaDevAttrMultiProcessorCount, receiver),
                    "querying a device");
        }
        const OnDevice here(sender);
        isDirect = canReach != 0;
        if (isDirect)
            if (const cudaError_t status = cudaDeviceEnablePeerAccess(receiver, 0);
                status != cudaSuccess && status != cudaErrorPeerAccessAlreadyEnabled)
                throw failureOf(status, "connecting two devices");
        static_cast<void>(cudaGetLastError());
        source = DeviceBuffer(bytes);
        sinkFrom = DeviceBuffer(4);
        busyFrom = std::make_unique<Stream>();
        require(cudaDeviceGetAttribute(&blocksFrom, cudaDevAttrMultiProcessorCount, sender),
                "querying a device");
        stopwatch = std::make_unique<Stopwatch>(blocksFrom, 0, nullptr);
    }

    void copy(std::int64_t bytes, cudaStream_t stream) const
    {
        require(cudaMemcpyPeerAsync(destination.get(), to, source.get(), from,
                                    static_cast<std::size_t>(bytes), stream),
                "starting a copy between devices");
    }
    /// Once without a gate: a first copy or kernel that is loaded, or staged by the host, would wait for it.
    void prepare(std::int64_t bytes) const
    {
        {
            const OnDevice there(to);
            burnShortly(sinkTo, *busyTo);
        }
        const OnDevice here(from);
        burnShortly(sinkFrom, *busyFrom);
        stopwatch->once([&](cudaStream_t stream) { copy(bytes, stream); });
    }
    void burnShortly(const DeviceBuffer& sink, const Stream& stream) const
    {
        auto* const state = burning.as<device::GateState>();
        *state = {1, 0};
        require(device::burn(state, 1, sink.as<float>(), 1, stream.get()), "loading a kernel");
        stream.wait();
    }
    Sample time(std::int64_t bytes, bool isBusy) const
    {
        auto* const state = burning.as<device::GateState>();
        if (isBusy) {
            constexpr unsigned long long kLongestNs = 3'000'000'000;
            *state = {0, 0};
            {
                const OnDevice there(to);
                require(device::burn(state, kLongestNs, sinkTo.as<float>(), blocksTo, busyTo->get()),
                        "computing during a copy");
            }
            const OnDevice here(from);
            require(device::burn(state, kLongestNs, sinkFrom.as<float>(), blocksFrom, busyFrom->get()),
                    "computing during a copy");
        }
        const OnDevice here(from);
        Sample sample;
        try {
            sample = stopwatch->time([&](cudaStream_t stream) { copy(bytes, stream); }, false, isDirect);
        } catch (...) {
            state->isOpen = 1;
            throw;
        }
        *const_cast<volatile int*>(&state->isOpen) = 1;
        if (isBusy) {
            busyFrom->wait();
            busyTo->wait();
        }
        return sample;
    }
};

} // namespace

TransferResult Measurement::ladder(const std::string& way, const std::string& kind) const
{
    TransferResult result;
    result.kind = kind;
    for (const std::string& name : namesOf(Phase::Transfers))
        if (const auto stat = m_stats.find(name); stat != m_stats.end() && name.starts_with(way + '.'))
            result.points.emplace_back(bytesOfPoint(name, m_request.model), stat->second);
    fitLine(result);
    return result;
}

void Measurement::measurePair(int from, int to)
{
    const std::string ends = fmt::format("{}-{}", from, to);
    std::int64_t most = 0;
    std::vector<std::string> names;
    for (const std::string& name : namesOf(Phase::Transfers))
        if (name.starts_with("peer." + ends + '.') || name.starts_with("busy." + ends + '.')) {
            names.push_back(name);
            most = std::max(most, bytesOfPoint(name, m_request.model));
        }
    const auto pair = std::make_shared<PeerPair>(from, to, most);
    std::vector<TimedPoint> points;
    for (const std::string& name : names) {
        const std::int64_t bytes = bytesOfPoint(name, m_request.model);
        const bool isBusy = name.starts_with("busy.");
        points.push_back({name, [pair, bytes] { pair->prepare(bytes); },
                          [pair, bytes, isBusy] { return pair->time(bytes, isBusy); }});
    }
    measure(Phase::Transfers, std::move(points), {});
    for (const bool isBusy : {false, true}) {
        TransferResult result = ladder(fmt::format("{}.{}", isBusy ? "busy" : "peer", ends), "peer_copy");
        result.source = from;
        result.destination = to;
        result.isBesideCompute = isBusy;
        m_result.transfers.push_back(std::move(result));
    }
}

void Measurement::measureTransfers()
{
    if (m_scope.peers.size() < 2) {
        optionally(Phase::Transfers, "transfers", [this] { measureStandIns(); });
        return;
    }
    // One pair at a time, so that no device gives memory to all the others at once.
    for (const int from : m_scope.peers)
        for (const int to : m_scope.peers)
            if (from != to)
                optionally(Phase::Transfers, fmt::format("transfers from {} to {}", from, to),
                           [&] { measurePair(from, to); });
}

void Measurement::measureStandIns()
{
    std::vector<TimedPoint> points;
    std::int64_t most = 0;
    for (const std::string& name : namesOf(Phase::Transfers))
        most = std::max(most, bytesOfPoint(name, m_request.model));
    const auto from = std::make_shared<DeviceBuffer>(most), to = std::make_shared<DeviceBuffer>(most);
    const auto host = std::make_shared<SharedBuffer>(most);
    for (const std::string& name : namesOf(Phase::Transfers)) {
        const auto bytes = static_cast<std::size_t>(bytesOfPoint(name, m_request.model));
        if (name.starts_with("copy."))
            points.push_back(streamPoint(name, m_stopwatch, [=](cudaStream_t stream) {
                require(cudaMemcpyAsync(to->get(), from->get(), bytes, cudaMemcpyDeviceToDevice, stream),
                        "starting a copy");
            }));
        else
            points.push_back(streamPoint(name, m_stopwatch, [=](cudaStream_t stream) {
                require(cudaMemcpyAsync(host->as<char>(), from->get(), bytes, cudaMemcpyDeviceToHost, stream),
                        "starting a copy to the host");
                require(cudaMemcpyAsync(to->get(), host->as<char>(), bytes, cudaMemcpyHostToDevice, stream),
                        "starting a copy from the host");
            }));
    }
    measure(Phase::Transfers, std::move(points), {});
    for (const auto& [way, kind] : {std::pair{"copy", "device_copy"}, std::pair{"staged", "host_staged"}}) {
        TransferResult result = ladder(way, kind);
        result.isStandIn = true;
        m_result.transfers.push_back(std::move(result));
    }
}

} // namespace bubblescope::probe
