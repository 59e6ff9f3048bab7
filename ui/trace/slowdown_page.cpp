// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/slowdown_page.h"

#include "core/base/guarded.h"
#include "core/base/try.h"
#include "ui/document/core_text.h"
#include "ui/trace/slowdown_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <utility>

namespace bubblescope::ui {

namespace {

QComboBox* makeStepChoice(const char* name, const QString& title, QWidget* parent)
{
    auto* choice = new QComboBox(parent);
    choice->setObjectName(QLatin1String(name));
    choice->setAccessibleName(title);
    choice->setToolTip(title);
    choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    choice->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    choice->setMinimumContentsLength(3);
    return choice;
}

} // namespace

SlowdownPage::SlowdownPage(TraceSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_range(new QWidget(this))
    , m_first(makeStepChoice("slowdown-first", tr("First step"), m_range))
    , m_last(makeStepChoice("slowdown-last", tr("Last step"), m_range))
    , m_sentences(new QLabel(this))
    , m_view(new SlowdownView(this))
    , m_job(*this)
{
    m_sentences->setObjectName(QStringLiteral("trace-slowdown-text"));
    m_sentences->setContentsMargins(12, 0, 12, 0);
    m_sentences->setWordWrap(true);
    auto* range = new QHBoxLayout(m_range);
    range->setContentsMargins(12, 0, 12, 0);
    range->setSpacing(6);
    range->addWidget(new QLabel(tr("Steps"), m_range));
    range->addWidget(m_first);
    range->addWidget(new QLabel(tr("to", "first to last step"), m_range));
    range->addWidget(m_last);
    range->addStretch(1);
    m_range->hide();
    for (QComboBox* choice : {m_first, m_last})
        connect(choice, &QComboBox::activated, this, [this, choice] { chooseSteps(choice); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_sentences);
    column->addWidget(m_view, 1);
    column->addWidget(m_range);
    connect(m_view, &SlowdownView::workerChosen, this, &SlowdownPage::workerChosen);
    for (const auto change : {&TraceSession::opened, &TraceSession::patternsChanged})
        connect(&session, change, this, &SlowdownPage::forget);
    forget();
}

QString SlowdownPage::text() const
{
    return m_lines.join(QLatin1Char('\n'));
}

void SlowdownPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    measure();
}

void SlowdownPage::forget()
{
    m_job.drop();
    m_files.reset();
    m_steps.reset();
    m_range->hide();
    m_lines.clear();
    m_sentences->setText({});
    m_view->show(std::nullopt, tr("There is no run whose steps can be replayed."));
    if (isVisible())
        measure();
}

void SlowdownPage::measure()
{
    const TraceFilesPtr files = m_session.files();
    if (!files || files == m_files)
        return;
    m_files = files;
    m_view->show(std::nullopt, tr("Replaying the run…"));
    const auto work = [files, steps = m_steps,
                       assembling = m_session.assembling()](const CancelToken& cancel) -> Measured {
        return guarded("these profiles", [&]() -> Result<Slowdown> {
            JobOptions options;
            options.steps = steps;
            options.assembling = assembling;
            options.assembling.cancel = cancel;
            TRY(const TrainingJob job, trainingJobOf(*files, options));
            return measureSlowdown(job, cancel);
        });
    };
    m_job.start(work, [this](const Measured& measured) { take(measured); });
}

void SlowdownPage::take(const Measured& measured)
{
    if (measured && *measured && !m_steps)
        offerSteps((*measured)->steps);
    if (!measured || !*measured) {
        m_view->show(std::nullopt, measured ? errorHeadline(measured->error())
                                            : tr("Not enough memory to replay this run."));
        return;
    }
    m_lines.clear();
    for (const Sentence& sentence : slowdownSentences(**measured))
        m_lines << coreSentence(sentence);
    for (const Sentence& note : (*measured)->notes)
        m_lines << coreSentence(note);
    // The map tells who; the first sentence what all of it costs, and the tip the rest.
    // Its times are not the step's: what the host held up is left out.
    m_sentences->setText(tr("Operations alone, without late launches: %1", "sentence").arg(m_lines.value(0)));
    m_sentences->setToolTip(text());
    m_sentences->setAccessibleDescription(text());
    m_view->show(**measured);
}

void SlowdownPage::offerSteps(const std::vector<std::uint64_t>& steps)
{
    for (QComboBox* choice : {m_first, m_last}) {
        choice->clear();
        for (const std::uint64_t step : steps)
            choice->addItem(QString::number(step), QVariant::fromValue<qulonglong>(step));
    }
    m_last->setCurrentIndex(m_last->count() - 1);
    m_range->setVisible(steps.size() > 1);
}

void SlowdownPage::chooseSteps(const QComboBox* changed)
{
    // The one that was not touched gives way.
    if (m_first->currentIndex() > m_last->currentIndex())
        (changed == m_first ? m_last : m_first)->setCurrentIndex(changed->currentIndex());
    m_steps = std::pair(m_first->currentData().toULongLong(), m_last->currentData().toULongLong());
    m_files.reset();
    measure();
}

} // namespace bubblescope::ui
