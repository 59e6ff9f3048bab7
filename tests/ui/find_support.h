// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/window_support.h"
#include "ui/find/find_controller.h"
#include "ui/find/find_dialog.h"
#include "ui/find/find_figures.h"
#include "ui/widgets/form_row.h"

#include <QPushButton>
#include <atomic>
#include <mutex>
#include <thread>

namespace bubblescope::test {

/// The order of a request as if it had been found, with so many changes.
inline FoundSchedulePtr foundOf(const char* request, const CostModel& costs = {}, std::uint64_t changes = 0)
{
    const ScheduleRequest wanted = *requestFromText(request);
    const auto made = evaluate({wanted, costs, {}}, {});
    if (!made)
        qFatal("%s", made.error().text().c_str());
    const Evaluation& shown = **made;
    auto found = std::make_shared<FoundSchedule>();
    found->timeline = shown.timeline;
    found->costs = shown.costs;
    found->request = wanted;
    found->changes = changes;
    found->origin = wanted.schedule;
    found->metrics = shown.metrics;
    found->objective = shown.metrics.makespan;
    found->peakMemory = shown.memory->highestPeak();
    return found;
}

/// A search that finds what the test says, when the test says so.
class FakeSearch
{
public:
    /// What searchSchedule() is replaced by. The fake must outlive the window.
    [[nodiscard]] ui::SearchFunction function()
    {
        return [this](const SearchProblem& problem, const SearchBudget& budget,
                      const std::function<void(const SearchProgress&)>& tell,
                      const CancelToken& cancel) { return search(problem, budget, tell, cancel); };
    }
    /// From now on it reports this.
    void tell(const SearchProgress& progress)
    {
        const std::scoped_lock lock(m_mutex);
        m_toTell.push_back(progress);
    }
    void tellBest(const FoundSchedulePtr& best, Time bound = 0)
    {
        SearchProgress progress;
        progress.phase = SearchPhase::Improving;
        progress.iterations = 1234;
        progress.share = 0.5;
        progress.best = best;
        progress.bound = bound;
        tell(progress);
    }
    /// It ends with this, and so does every later one, at once.
    void end(const Result<SearchResult>& result)
    {
        const std::scoped_lock lock(m_mutex);
        m_result = result;
    }
    [[nodiscard]] SearchProblem problem()
    {
        const std::scoped_lock lock(m_mutex);
        return m_problem;
    }
    [[nodiscard]] SearchBudget budget()
    {
        const std::scoped_lock lock(m_mutex);
        return m_budget;
    }
    [[nodiscard]] int starts() const { return m_starts; }
    [[nodiscard]] int cancels() const { return m_cancels; }

private:
    Result<SearchResult> search(const SearchProblem& problem, const SearchBudget& budget,
                                const std::function<void(const SearchProgress&)>& tell,
                                const CancelToken& cancel)
    {
        {
            const std::scoped_lock lock(m_mutex);
            m_problem = problem;
            m_budget = budget;
        }
        ++m_starts;
        SearchProgress last;
        while (true) {
            std::vector<SearchProgress> news;
            std::optional<Result<SearchResult>> result;
            {
                const std::scoped_lock lock(m_mutex);
                news.swap(m_toTell);
                result = m_result;
            }
            for (const SearchProgress& each : news) {
                last = each;
                tell(each);
            }
            if (result)
                return *result;
            if (cancel.isCancelled()) {
                ++m_cancels;
                SearchResult stopped;
                stopped.best = last.best;
                stopped.bound = last.bound;
                stopped.iterations = last.iterations;
                stopped.wasStopped = true;
                return stopped;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    }

    std::mutex m_mutex;
    std::vector<SearchProgress> m_toTell;
    std::optional<Result<SearchResult>> m_result;
    SearchProblem m_problem;
    SearchBudget m_budget;
    std::atomic<int> m_starts{0}, m_cancels{0};
};

/// What a search ends with that found `best` and tried these; "!reason" makes one that is out.
inline SearchResult resultOf(const FoundSchedulePtr& best, Time bound,
                             const std::vector<std::pair<const char*, const char*>>& tried = {})
{
    SearchResult result;
    result.best = best;
    result.bound = bound;
    result.boundText = Sentence::verbatim("the busiest rank's work");
    result.iterations = 5000;
    for (const auto& [request, reason] : tried) {
        const FoundSchedulePtr found = foundOf(request);
        SearchCandidate candidate;
        candidate.request = found->request;
        candidate.peakMemory = found->peakMemory;
        candidate.objective = found->objective;
        candidate.fits = *reason == 0;
        candidate.reason = Sentence::verbatim(reason);
        result.candidates.push_back(candidate);
    }
    return result;
}

/// The dialog of a window that shows `request`, with a search that finds what the test says.
class ShownFind
{
public:
    explicit ShownFind(const char* request = "1f1b:ranks=4,microbatches=8", const CostModel& costs = {})
    {
        w->files().startNew(*requestFromText(request));
        QTRY_VERIFY(!w.document().isBusy());
        if (!(costs == CostModel{}))
            w.document().setCosts(costs, QStringLiteral("costs"));
        QTRY_VERIFY(!w.document().isBusy());
        controller()->setSearch(search.function());
        w.key(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        dialog = controller()->dialog();
        QVERIFY(dialog);
        // A window counts as active while its parent is.
        QTRY_COMPARE(QApplication::activeWindow(), dialog);
    }
    [[nodiscard]] ui::FindController* controller() { return &w->finder(); }
    template <typename Widget>
    [[nodiscard]] Widget* find(const char* name) const
    {
        return dialog->findChild<Widget*>(QStringLiteral("find-") + QLatin1String(name));
    }
    [[nodiscard]] QPushButton* button(const char* name) const { return find<QPushButton>(name); }
    void press(const char* name) const { QTest::mouseClick(button(name), Qt::LeftButton); }
    /// Over what is there, key by key.
    void type(const char* name, const QString& text) const
    {
        auto* field = find<QAbstractSpinBox>(name);
        field->setFocus();
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClicks(field, text);
    }
    [[nodiscard]] QString shown(const char* name) const
    {
        return find<QAbstractSpinBox>(name)->findChild<QLineEdit*>()->text();
    }
    [[nodiscard]] QString problem(const char* name) const
    {
        return qobject_cast<ui::FormRow*>(find<QWidget>(name)->parentWidget()->parentWidget())->problemText();
    }
    [[nodiscard]] QString figure(const char* name) const
    {
        return dialog->figures()->value(QLatin1String(name));
    }
    void start()
    {
        const int before = search.starts();
        press("start");
        QTRY_COMPARE(search.starts(), before + 1);
    }
    /// A search that ends with this.
    void finish(const Result<SearchResult>& result)
    {
        start();
        search.end(result);
        QTRY_VERIFY(!dialog->runner()->isRunning());
    }

    FakeSearch search;
    ShownWindow w;
    ui::FindDialog* dialog = nullptr;
};

/// Faster than 1F1B of this size, and holds more.
inline constexpr auto kBetter = "zb-h2:ranks=4,microbatches=8";

} // namespace bubblescope::test
