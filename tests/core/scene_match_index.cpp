// SPDX-License-Identifier: Apache-2.0
#include "core/generate/generate.h"
#include "core/lower/pass.h"
#include "core/scene/match_index.h"
#include "core/time/simulate.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace bubblescope;

namespace {

constexpr Time kEver = std::numeric_limits<Time>::infinity();

LaneIndexPtr matchLanes(const char* request, const char* pass)
{
    Schedule schedule = *generate(*requestFromText(request));
    if (*pass != '\0')
        schedule = *applyPass(pass, schedule);
    CostModel costs;
    return LaneIndex::build(std::make_shared<const Timeline>(
        *simulate(std::make_shared<const Schedule>(std::move(schedule)), costs)));
}

ActionQuery queryOf(const char* text)
{
    return *ActionQuery::parse(text);
}

/// Every match, found by looking at all actions, in the order of start, rank and place.
std::vector<MatchKey> allMatches(const Timeline& timeline, const ActionQuery& query)
{
    std::vector<MatchKey> keys;
    for (std::uint32_t rank = 0; rank < timeline.schedule->rankCount(); ++rank) {
        const Row& row = timeline.schedule->rows[rank];
        for (std::size_t i = 0; i < row.size(); ++i)
            if (query.matches(RankId{rank}, row[i]))
                keys.push_back(matchKeyOf(timeline, {RankId{rank}, i}));
    }
    std::sort(keys.begin(), keys.end());
    return keys;
}

ActionPosition positionOf(const MatchKey& key)
{
    return {key.rank, key.index};
}

} // namespace

class SceneMatchIndex : public QObject
{
    Q_OBJECT

private slots:
    void stepsAsLookingAtAll_data()
    {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<QByteArray>("pass");
        QTest::addColumn<QByteArray>("query");
        for (const char* query : {"F", "mb 7", "rank 1", "3F", "0B0", "stage 2,5 mb 3-9", "rank 9"})
            QTest::addRow("interleaved, %s", query)
                << QByteArray("interleaved-1f1b:ranks=4,microbatches=16,stages-per-rank=2") << QByteArray()
                << QByteArray(query);
        for (const char* query : {"send", "recv B", "comm rank 2", "F", "unshard"})
            QTest::addRow("with communication, %s", query)
                << QByteArray("1f1b:ranks=4,microbatches=16") << QByteArray("send-recv") << QByteArray(query);
        for (const char* query : {"overlap", "overlap F mb 2", "B", "W"})
            QTest::addRow("overlapped, %s", query)
                << QByteArray("dualpipev:ranks=4,microbatches=16") << QByteArray() << QByteArray(query);
    }

    void stepsAsLookingAtAll()
    {
        QFETCH(const QByteArray, request);
        QFETCH(const QByteArray, pass);
        QFETCH(const QByteArray, query);
        const LaneIndexPtr index = matchLanes(request.constData(), pass.constData());
        const ActionQuery asked = queryOf(query.constData());
        const std::vector<MatchKey> all = allMatches(index->timeline(), asked);
        const MatchIndexPtr matches = MatchIndex::build(index, asked, {});
        QCOMPARE(matches->count(), all.size());
        // From every match, and from every other action, both ways, with and without the index.
        const Timeline& timeline = index->timeline();
        for (std::uint32_t rank = 0; rank < timeline.schedule->rankCount(); ++rank)
            for (std::size_t i = 0; i < timeline.schedule->rows[rank].size(); ++i) {
                const ActionPosition at{RankId{rank}, i};
                if (timeline.schedule->at(at).isBubble())
                    continue;
                const MatchKey key = matchKeyOf(timeline, at);
                const auto after = std::upper_bound(all.begin(), all.end(), key);
                const auto before = std::lower_bound(all.begin(), all.end(), key);
                const auto next = after == all.end() ? std::nullopt : std::optional(positionOf(*after));
                const auto previous =
                    before == all.begin() ? std::nullopt : std::optional(positionOf(*(before - 1)));
                QCOMPARE(matches->nearest(key, true), next);
                QCOMPARE(matches->nearest(key, false), previous);
                QCOMPARE(findMatch(*index, asked, key, true), next);
                QCOMPARE(findMatch(*index, asked, key, false), previous);
                const auto number = matches->numberOf(at);
                QCOMPARE(number.has_value(), before != all.end() && *before == key);
                if (number)
                    QCOMPARE(*number, static_cast<std::size_t>(before - all.begin()));
            }
        const auto first = all.empty() ? std::nullopt : std::optional(positionOf(all.front()));
        const auto last = all.empty() ? std::nullopt : std::optional(positionOf(all.back()));
        QCOMPARE(matches->nearest({-kEver, RankId{0}, 0}, true), first);
        QCOMPARE(matches->nearest({kEver, RankId{0}, 0}, false), last);
        QCOMPARE(findMatch(*index, asked, {-kEver, RankId{0}, 0}, true), first);
        QCOMPARE(findMatch(*index, asked, {kEver, RankId{0}, 0}, false), last);
    }

    void drawsWhatMatches_data()
    {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<QByteArray>("pass");
        QTest::addColumn<Track>("track");
        QTest::addColumn<QByteArray>("query");
        const auto row = [](const char* name, const char* request, const char* pass, Track track,
                            const char* query) {
            QTest::addRow("%s, %s", name, query)
                << QByteArray(request) << QByteArray(pass) << track << QByteArray(query);
        };
        for (const char* query : {"F", "mb 7", "mb 5,90-95 B", "3B", "2F511"})
            row("compute", "1f1b:ranks=4,microbatches=512", "", Track::Compute, query);
        for (const char* query : {"overlap", "overlap F mb 3-200", "B", "W"})
            row("overlapped", "dualpipev:ranks=4,microbatches=200", "", Track::Compute, query);
        for (const char* query : {"send", "recv B", "comm mb 90-95"})
            row("messages", "1f1b:ranks=4,microbatches=512", "send-recv", Track::Communication, query);
        for (const char* query : {"F", "stage 2"})
            row("compute beside messages", "1f1b:ranks=4,microbatches=512", "send-recv", Track::Compute,
                query);
        for (const char* query : {"fsdp", "unshard", "1UNSHARD"})
            row("FSDP", "interleaved-1f1b:ranks=4,microbatches=64,stages-per-rank=4", "fsdp", Track::Fsdp,
                query);
    }

    /// At every zoom the stretches are those that the matches' own spans make, to less than what was asked
    /// for.
    void drawsWhatMatches()
    {
        QFETCH(const QByteArray, request);
        QFETCH(const QByteArray, pass);
        QFETCH(const Track, track);
        QFETCH(const QByteArray, query);
        const LaneIndexPtr index = matchLanes(request.constData(), pass.constData());
        const ActionQuery asked = queryOf(query.constData());
        const MatchIndexPtr matches = MatchIndex::build(index, asked, {});
        const Timeline& timeline = index->timeline();
        std::mt19937 random(7);
        int compared = 0;
        for (int round = 0; round < 400; ++round) {
            const RankId rank{static_cast<std::uint32_t>(random() % 4)};
            const Time width = timeline.makespan / std::pow(2.0, random() % 12);
            const Time from = (timeline.makespan - width) * static_cast<Time>(random() % 1000) / 1000;
            const Time to = from + width;
            const Time least = width / static_cast<Time>(50 + random() % 2000);
            std::vector<TimeSpan> found;
            matches->stretches({rank, track}, from, to, least, found);
            for (std::size_t i = 1; i < found.size(); ++i)
                QVERIFY(found[i].start >= found[i - 1].end);
            const Row& row = timeline.schedule->rows[rank.value];
            const LaneTimes& times = timeline.lanes[rank.value];
            // Each match in view is in a stretch.
            std::vector<TimeSpan> spans;
            for (std::size_t i = 0; i < row.size(); ++i) {
                if (!asked.matches(rank, row[i]) || trackOf(row[i].kind()) != track || times.end[i] <= from ||
                    times.start[i] >= to)
                    continue;
                spans.push_back({times.start[i], times.end[i]});
                const bool isShown = std::any_of(found.begin(), found.end(), [&](const TimeSpan& s) {
                    return s.start <= std::max(times.start[i], from) + least &&
                           s.end >= std::min(times.end[i], to) - least;
                });
                QVERIFY(isShown);
                ++compared;
            }
            // And no stretch shows more than matches: its ends and every hole in it are near to one.
            for (const TimeSpan& s : found) {
                Time covered = s.start;
                for (const TimeSpan& span : spans)
                    if (span.end >= s.start - least && span.start <= covered + 2 * least)
                        covered = std::max(covered, span.end);
                QVERIFY2(covered >= std::min(s.end, to) - 2 * least, qPrintable(QString::number(round)));
            }
        }
        QVERIFY(compared > 0);
    }

    void aBoundedLookIsRightOrGivesUp()
    {
        const LaneIndexPtr index = matchLanes("1f1b:ranks=4,microbatches=64", "");
        const ActionQuery rare = queryOf("mb 40 B");
        const MatchKey begin{-kEver, RankId{0}, 0};
        const auto expected = findMatch(*index, rare, begin, true);
        QVERIFY(expected);
        int known = 0, unknown = 0;
        for (std::size_t most = 0; most < 600; ++most) {
            std::size_t looks = most;
            const BoundedMatch match = findMatchWithin(*index, rare, begin, true, looks);
            QVERIFY(looks <= most);
            QCOMPARE(match.isKnown ? match.action : expected, expected);
            QVERIFY(match.isKnown || !match.action);
            // Once enough, more is enough.
            QVERIFY(match.isKnown || known == 0);
            ++(match.isKnown ? known : unknown);
        }
        QVERIFY(known > 0);
        QVERIFY(unknown > 100);
        std::size_t all = 10'000;
        const BoundedMatch none = findMatchWithin(*index, queryOf("mb 64"), begin, true, all);
        QVERIFY(none.isKnown && !none.action);
        QCOMPARE(all, std::size_t{10'000 - 4 * 64 * 2});
    }

    void aRunTooShortToDivideIsDrawn()
    {
        Timeline tiny = matchLanes("1f1b:ranks=4,microbatches=512", "")->timeline();
        constexpr Time kScale = 1e-323;
        tiny.makespan *= kScale;
        for (LaneTimes& lane : tiny.lanes)
            for (std::size_t i = 0; i < lane.start.size(); ++i) {
                lane.start[i] *= kScale;
                lane.end[i] *= kScale;
            }
        const Time makespan = tiny.makespan;
        QVERIFY(makespan > 0);
        const MatchIndexPtr matches = MatchIndex::build(
            LaneIndex::build(std::make_shared<const Timeline>(std::move(tiny))), queryOf("F"), {});
        QCOMPARE(matches->count(), std::size_t{4 * 512});
        std::vector<TimeSpan> found;
        matches->stretches(RankId{0}, 0, makespan, makespan / 100, found);
        QVERIFY(!found.empty());
        QCOMPARE(found.front().start, 0.0);
        QVERIFY(found.size() <= 101);
    }

    void stopsWhenCancelled()
    {
        const CancelToken cancel;
        cancel.cancel();
        QVERIFY(!MatchIndex::build(matchLanes("1f1b:ranks=4,microbatches=16", ""), queryOf("F"), cancel));
    }
};

BUBBLESCOPE_TEST(SceneMatchIndex)
#include "scene_match_index.moc"
