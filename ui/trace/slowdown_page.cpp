// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/slowdown_page.h"

#include "core/base/guarded.h"
#include "core/base/try.h"
#include "ui/document/core_text.h"
#include "ui/trace/slowdown_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>

namespace bubblescope::ui {

SlowdownPage::SlowdownPage(TraceSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_sentences(new QLabel(this))
    , m_view(new SlowdownView(this))
    , m_job(*this)
{
    m_sentences->setObjectName(QStringLiteral("trace-slowdown-text"));
    m_sentences->setTextFormat(Qt::PlainText);
    m_sentences->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sentences->setWordWrap(true);
    m_sentences->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_sentences->setContentsMargins(12, 4, 12, 4);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_sentences);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(scroll, 2);
    row->addWidget(m_view, 3);
    connect(m_view, &SlowdownView::workerChosen, this, &SlowdownPage::workerChosen);
    for (const auto change : {&TraceSession::opened, &TraceSession::patternsChanged})
        connect(&session, change, this, &SlowdownPage::forget);
    forget();
}

QString SlowdownPage::text() const
{
    return m_sentences->text();
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
    m_sentences->clear();
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
    const auto work = [files, assembling = m_session.assembling()](const CancelToken& cancel) -> Measured {
        return guarded("these profiles", [&]() -> Result<Slowdown> {
            JobOptions options;
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
    if (!measured || !*measured) {
        m_view->show(std::nullopt, measured ? errorHeadline(measured->error())
                                            : tr("Not enough memory to replay this run."));
        return;
    }
    QStringList lines;
    for (const Sentence& sentence : slowdownSentences(**measured))
        lines << coreSentence(sentence);
    for (const Sentence& note : (*measured)->notes)
        lines << coreSentence(note);
    m_sentences->setText(lines.join('\n'));
    m_view->show(**measured);
}

} // namespace bubblescope::ui
