// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweep_dialog.h"

#include "core/sweep/sweep_text.h"
#include "ui/sweep/scatter_view.h"
#include "ui/sweep/sweep_form.h"
#include "ui/sweep/sweep_results.h"
#include "ui/widgets/csv_export.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/run_row.h"
#include "ui/widgets/table_csv.h"

#include <QClipboard>
#include <QFrame>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QScreen>
#include <QShortcut>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kSweepFormWidth = 330;
constexpr int kSweepMargin = 16;

} // namespace

SweepDialog::SweepDialog(SweepFunction run, QWidget* parent)
    : QDialog(parent)
    , m_form(new SweepForm(this))
    , m_results(new SweepResults(this))
    , m_runRow(new RunRow(RunShape::Status,
                          {.start = tr("&Start"),
                           .stop = tr("&Cancel"),
                           .progress = tr("Progress of the sweep"),
                           .textName = "sweep-status",
                           .barName = "sweep-progress",
                           .startName = "sweep-start",
                           .stopName = "sweep-cancel"},
                          this))
    , m_job(new SweepJob(std::move(run), this))
{
    setObjectName(QStringLiteral("sweep-dialog"));
    setWindowTitle(tr("Sweep"));
    makeLayout();
    makeButtons();
    connectParts();
    // Return starts from a field of the form; elsewhere it opens a row or presses what has the focus.
    for (QPushButton* button : findChildren<QPushButton*>())
        button->setAutoDefault(false);
    const QRect room = parent ? parent->screen()->availableGeometry() : QRect(0, 0, 1280, 800);
    // As wide as the table's main columns ask for, on a small screen, too.
    constexpr int kWidth = 1248, kHeight = 728, kWidest = 1760, kHighest = 1080;
    resize(std::clamp(room.width() * 7 / 10, kWidth, kWidest),
           std::clamp(room.height() * 7 / 10, kHeight, kHighest));
    m_results->setHint(tr("Each configuration becomes a point here. Press Start."));
    showForm();
    m_runRow->startButton()->setFocus();
}

SweepDialog::~SweepDialog()
{
    // What is still told of the end would find no parts any more.
    disconnect(m_job, nullptr, this, nullptr);
}

void SweepDialog::makeLayout()
{
    m_form->setFixedWidth(kSweepFormWidth);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(20);
    columns->addWidget(m_form);
    columns->addWidget(m_results, 1);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(kSweepMargin, kSweepMargin, kSweepMargin, kSweepMargin);
    all->setSpacing(12);
    all->addLayout(columns, 1);
}

void SweepDialog::makeButtons()
{
    const auto make = [this](const QString& text, const char* name, const QString& help) {
        auto* button = new QPushButton(text, this);
        button->setObjectName(QLatin1String(name));
        button->setToolTip(help);
        return button;
    };
    m_picture = make(tr("Export &picture…"), "sweep-picture", tr("The chart as PNG or SVG"));
    m_csv = make(
        tr("Export CS&V…"), "sweep-csv",
        tr("The listed rows, with the columns of bubblescope-cli sweep. Ctrl+C in the table copies them."));
    m_close = make(tr("Cl&ose"), "sweep-close", {});
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_picture);
    line->addWidget(m_csv);
    line->addWidget(m_runRow, 1);
    line->addWidget(m_close);
    static_cast<QVBoxLayout*>(layout())->addLayout(line);
    QWidget* const order[] = {m_results->table(),     m_picture, m_csv, m_runRow->startButton(),
                              m_runRow->stopButton(), m_close};
    for (std::size_t i = 1; i < std::size(order); ++i)
        setTabOrder(order[i - 1], order[i]);
}

void SweepDialog::connectParts()
{
    connect(m_form, &SweepForm::changed, this, &SweepDialog::showForm);
    connect(m_runRow, &RunRow::startAsked, this, &SweepDialog::start);
    connect(m_runRow, &RunRow::stopAsked, m_job, &SweepJob::stop);
    connect(m_job, &SweepJob::came, this, &SweepDialog::takeRows);
    connect(m_job, &SweepJob::ended, this, &SweepDialog::takeEnd);
    connect(m_close, &QPushButton::clicked, this, &SweepDialog::reject);
    connect(m_picture, &QPushButton::clicked, this, &SweepDialog::pictureAsked);
    connect(m_csv, &QPushButton::clicked, this, &SweepDialog::csvAsked);
    connect(m_results, &SweepResults::copyAsked, this, &SweepDialog::copy);
    offerFiles(*m_results->table(),
               {QStringLiteral("sweep"), [this] { return QString::fromStdString(csv(false)); },
                [this](const QString& said) { say(said); }});
    connect(m_results, &SweepResults::openAsked, this, [this](std::size_t row) {
        if (m_shownPlan)
            emit openAsked(*m_shownPlan, m_results->model().rows()[row]);
    });
    auto* copyKey = new QShortcut(QKeySequence::Copy, m_results->table());
    copyKey->setContext(Qt::WidgetShortcut);
    connect(copyKey, &QShortcut::activated, this, [this] { copy(true); });
}

void SweepDialog::setContext(const SweepContext& context) const
{
    m_form->setContext(context);
}

void SweepDialog::setRun(SweepFunction run)
{
    m_job->setRun(std::move(run));
}

void SweepDialog::say(const QString& text)
{
    if (!m_job->isRunning())
        m_runRow->say(text);
}

void SweepDialog::showForm()
{
    m_runRow->setStartable(m_form->plan().has_value());
    const bool hasRows = !m_results->model().rows().empty();
    m_csv->setEnabled(hasRows);
    m_picture->setEnabled(!m_results->chart()->content().points.empty());
}

void SweepDialog::start()
{
    if (!m_form->plan())
        return;
    m_form->keep();
    m_shownPlan = m_form->plan();
    m_results->begin(*m_shownPlan);
    m_results->setHint(tr("The first points will appear soon."));
    m_clock.start();
    m_job->start(*m_shownPlan, m_form->count());
    showProgress();
    m_runRow->setRunning(true);
    m_runRow->stopButton()->setFocus();
    showForm();
}

void SweepDialog::showProgress()
{
    m_runRow->showProgress(m_job->done(), m_job->total());
    const QString count =
        tr("%1 of %2", "configurations").arg(countText(m_job->done()), countText(m_job->total()));
    const std::optional<double> left = m_job->secondsLeft();
    m_runRow->say(left ? tr("%1 · about %2 left", "how many, duration").arg(count, durationText(*left))
                       : count);
}

void SweepDialog::takeRows(const std::vector<SweepRow>& rows)
{
    m_results->append(rows);
    showProgress();
    showForm();
}

QString SweepDialog::endText() const
{
    if (m_job->done() < m_job->total())
        return tr("Stopped after %1 of %2", "configurations")
            .arg(countText(m_job->done()), countText(m_job->total()));
    return tr("%1 configurations in %2", "how many, duration")
        .arg(countText(m_job->done()), durationText(static_cast<double>(m_clock.elapsed()) / 1000));
}

void SweepDialog::takeEnd()
{
    m_runRow->setRunning(false);
    m_runRow->say(endText());
    m_results->setHint(m_results->model().rows().empty()
                           ? tr("Stopped before the first result.")
                           : tr("None of these could be timed: the table shows why."));
    showForm();
}

std::string SweepDialog::csv(bool onlySelected) const
{
    std::string text = sweepHeader(SweepFormat::Csv);
    if (m_shownPlan)
        for (const SweepRow& row : m_results->listedRows(onlySelected))
            text += sweepRowText(*m_shownPlan, row, SweepFormat::Csv);
    return text;
}

void SweepDialog::copy(bool onlySelected)
{
    const std::size_t rows = m_results->listedRows(onlySelected).size();
    if (rows == 0)
        return;
    QGuiApplication::clipboard()->setText(QString::fromStdString(csv(onlySelected)));
    say(tr("%n row(s) copied as CSV.", nullptr, static_cast<int>(rows)));
}

void SweepDialog::keyPressEvent(QKeyEvent* event)
{
    // The first Esc stops, the next one closes.
    if (event->key() == Qt::Key_Escape && m_job->isRunning()) {
        m_job->stop();
        return;
    }
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && m_form->isAncestorOf(focusWidget()) && m_runRow->startButton()->isEnabled()) {
        start();
        return;
    }
    QDialog::keyPressEvent(event);
}

void SweepDialog::reject()
{
    m_job->stop();
    QDialog::reject();
}

} // namespace bubblescope::ui
