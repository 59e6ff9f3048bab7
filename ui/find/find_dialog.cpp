// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/find/find_dialog.h"

#include "core/search/stage_costs.h"
#include "ui/document/core_text.h"
#include "ui/find/best_curve.h"
#include "ui/find/candidate_model.h"
#include "ui/find/find_figures.h"
#include "ui/find/find_form.h"
#include "ui/find/found_picture.h"
#include "ui/widgets/csv_export.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/form_area.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/run_row.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kFindFormWidth = 372;
constexpr int kFindMargin = 20;
constexpr std::size_t kBarSteps = 1000;
constexpr int kLeastColumn = 56, kMostColumn = 112; ///< of a candidate, but for its name

QString warningsText(const std::vector<Sentence>& warnings)
{
    QStringList texts;
    for (const Sentence& warning : warnings)
        texts << capitalized(coreSentence(warning));
    return texts.join(u'\n');
}

} // namespace

FindDialog::FindDialog(QWidget* parent) : QDialog(parent), m_runner(new FindRunner(this))
{
    setObjectName(QStringLiteral("find-dialog"));
    setWindowTitle(tr("Find a schedule"));
    m_form = new FindForm;
    auto* left = new QVBoxLayout;
    auto* area = new FormArea(m_form, this);
    area->setFixedWidth(kFindFormWidth);
    left->addWidget(area);
    left->addStretch(1);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(24);
    columns->addLayout(left);
    columns->addLayout(makeResults(), 1);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(kFindMargin, kFindMargin, kFindMargin, kFindMargin);
    all->setSpacing(16);
    all->addLayout(columns, 1);
    makeButtons();
    connectParts();
    const QRect room = parent ? parent->screen()->availableGeometry() : QRect(0, 0, 1180, 740);
    constexpr int kWidth = 1248, kHeight = 740, kWidest = 1680, kHighest = 960;
    resize(std::clamp(room.width() * 7 / 10, kWidth, kWidest),
           std::clamp(room.height() * 7 / 10, kHeight, kHighest));
    setCandidates({});
    showForm();
    showButtons();
    m_form->setFocus();
}

FindDialog::~FindDialog() = default;

QVBoxLayout* FindDialog::makeResults()
{
    auto* right = new QVBoxLayout;
    right->setSpacing(10);
    m_notice = makeProblemLabel(this);
    m_notice->setObjectName(QStringLiteral("find-notice"));
    right->addWidget(m_notice);
    m_figures = new FindFigures(this);
    right->addWidget(m_figures);
    m_picture = new FoundPicture(this);
    right->addWidget(m_picture, 3);
    m_curve = new BestCurve(this);
    makeTable();
    auto* below = new QHBoxLayout;
    below->setSpacing(16);
    // As wide as the names of the candidates ask for, on a small screen, too.
    below->addWidget(m_curve, 5);
    below->addWidget(m_table, 12);
    below->addWidget(m_tableHint, 12);
    right->addLayout(below, 2);
    m_runRow = new RunRow(RunShape::Line,
                          {.start = tr("&Start"),
                           .stop = tr("&Stop"),
                           .progress = tr("Progress of the search"),
                           .textName = "find-progress-text",
                           .barName = "find-progress",
                           .startName = "find-start",
                           .stopName = "find-stop"},
                          this);
    m_runRow->stopButton()->setToolTip(tr("Ends the search and keeps the best schedule so far"));
    right->addWidget(m_runRow);
    return right;
}

void FindDialog::makeTable()
{
    m_candidates = new CandidateModel(this);
    m_table =
        new TableView(QStringLiteral("find-candidates"), tr("Schedules that were tried"), m_candidates, this);
    m_tableHint =
        new QLabel(tr("The schedules that were tried are listed here when the search has ended."), this);
    m_tableHint->setProperty("quiet", true);
    m_tableHint->setAlignment(Qt::AlignCenter);
    m_tableHint->setWordWrap(true);
    m_table->setMinimumHeight(110);
    SortHeader* header = m_table->makeSortable(CandidateModel::kTime, Qt::AscendingOrder);
    header->setMinimumSectionSize(kLeastColumn);
    header->setSectionResizeMode(CandidateModel::kName, QHeaderView::Stretch);
    m_table->wrapColumn(CandidateModel::kName); // names differ at their ends
    m_table->offerCopy(tr("Copy as CSV"));
    offerFiles(*m_table, {QStringLiteral("candidates"),
                          [this] { return tableCsv(*m_table->model(), m_table->rowsToCopy(false)); },
                          [this](const QString& said) { say(said); }});
}

QPushButton* FindDialog::addButton(const QString& text, const char* name, const QString& help,
                                   void (FindDialog::*asked)(const FoundSchedulePtr&))
{
    auto* button = new QPushButton(text, this);
    button->setObjectName(QStringLiteral("find-") + QLatin1String(name));
    // Enter starts a search, wherever the focus is.
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, [this, asked] {
        if (m_found)
            emit(this->*asked)(m_found);
    });
    m_buttons.push_back({button, help});
    return button;
}

void FindDialog::makeButtons()
{
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(addButton(tr("Sa&ve…"), "save", tr("Writes the found schedule as a project (.bubble)"),
                              &FindDialog::saveAsked));
    line->addWidget(addButton(tr("E&xport CSV…"), "export", tr("Writes the order as a PyTorch schedule CSV"),
                              &FindDialog::exportAsked));
    auto* said = new ElidedLabel(this);
    said->setObjectName(QStringLiteral("find-said"));
    said->setProperty("quiet", true);
    m_said = said;
    line->addWidget(said, 1);
    auto* close = new QPushButton(tr("Close"), this);
    close->setObjectName(QStringLiteral("find-close"));
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &FindDialog::reject);
    line->addWidget(close);
    m_compare = addButton(tr("&Compare"), "compare", tr("Adds the found schedule to the comparison"),
                          &FindDialog::compareAsked);
    line->addWidget(m_compare);
    line->addWidget(
        addButton(tr("&Open"), "open",
                  tr("Opens the found schedule as the document; undo restores the current document"),
                  &FindDialog::openAsked));
    static_cast<QVBoxLayout*>(layout())->addLayout(line);
}

void FindDialog::connectParts()
{
    connect(m_form, &FindForm::edited, this, &FindDialog::showForm);
    connect(m_form, &FindForm::takeAsked, this, &FindDialog::takeAsked);
    connect(m_runRow, &RunRow::startAsked, this, &FindDialog::start);
    connect(m_runRow, &RunRow::stopAsked, this, [this] {
        m_runner->stop();
        m_runRow->stopButton()->setEnabled(false);
        showProgress();
    });
    connect(m_runner, &FindRunner::progressed, this, &FindDialog::showProgress);
    connect(m_runner, &FindRunner::ended, this, &FindDialog::showEnd);
}

void FindDialog::take(const FindStart& start)
{
    m_form->take(start);
}

void FindDialog::say(const QString& text)
{
    static_cast<ElidedLabel*>(m_said)->setWholeText(text);
}

QString FindDialog::notice() const
{
    return m_notice->isHidden() ? QString() : m_notice->text();
}

void FindDialog::setNotice(const QString& text)
{
    // With a schedule it is a caution, else why there is none. The style sheet looks at these once.
    m_notice->setProperty("warning", !m_found);
    m_notice->setProperty("caution", m_found != nullptr);
    m_notice->style()->unpolish(m_notice);
    m_notice->style()->polish(m_notice);
    showProblem(*m_notice, text);
}

void FindDialog::showForm()
{
    const QString problem = m_form->problemText();
    m_runRow->setObstacle(problem);
    if (m_runner->isRunning())
        return;
    if (!problem.isEmpty())
        m_runRow->say(problem);
    else if (!m_found)
        m_runRow->say(tr("Start tries every schedule that fits, then improves the best of them."));
    m_picture->setEmptyText(tr("The best schedule so far is drawn here."));
}

void FindDialog::start()
{
    if (m_runner->isRunning() || !m_form->problemText().isEmpty())
        return;
    m_problem = m_form->problem();
    m_unit = m_form->unit();
    m_found.reset();
    m_remark.clear();
    m_bound = 0;
    setNotice({});
    say({});
    setCandidates({});
    m_runRow->showProgress(0, kBarSteps);
    m_runRow->setRunning(true);
    m_runner->start(m_problem, m_form->budget());
    m_picture->setFound(nullptr);
    showProgress();
}

void FindDialog::showProgress()
{
    const FindState& state = m_runner->state();
    if (state.progress.best)
        m_found = state.progress.best;
    m_bound = std::max(m_bound, state.progress.bound);
    m_runRow->showProgress(static_cast<std::size_t>(std::clamp(state.progress.share, 0.0, 1.0) * kBarSteps),
                           kBarSteps);
    m_runRow->say(findProgressText(state, m_runner->isStopping()));
    m_picture->setFound(m_found);
    m_curve->setState(state, m_problem.costs.unit);
    showFigures();
    showButtons();
}

void FindDialog::showEnd()
{
    const Result<SearchResult>& result = m_runner->result();
    m_runRow->setRunning(false);
    if (!result) {
        setNotice(errorHeadline(result.error()));
        m_runRow->say(m_found ? tr("The search failed; the best schedule found before that is shown.")
                              : tr("The search failed."));
        m_picture->setEmptyText(tr("Nothing was found."));
        showButtons();
        return;
    }
    m_found = result->best;
    m_bound = result->bound;
    QStringList remarks{layersText(result->layersPerStage), asFastText(result->asFast)};
    remarks.removeAll(QString());
    m_remark = remarks.join(QStringLiteral(" · "));
    setCandidates(result->candidates);
    m_picture->setFound(m_found);
    m_picture->setEmptyText(tr("Nothing was found."));
    m_runRow->say(findEndText(*result, m_runner->state().seconds));
    setNotice(m_found              ? warningsText(result->warnings)
              : result->wasStopped ? QString()
                                   : nothingFitsText(*result, search::limitOf(m_problem), m_unit));
    showFigures(coreSentence(result->boundText));
    showButtons();
    // A field that was edited meanwhile may have been wrong then.
    m_runRow->setObstacle(m_form->problemText());
}

void FindDialog::setCandidates(const std::vector<SearchCandidate>& candidates)
{
    m_candidates->setCandidates(candidates, m_problem.objective, m_unit, m_problem.costs.unit);
    m_table->sortByColumn(CandidateModel::kTime, Qt::AscendingOrder);
    // Without a limit that column says the same of all.
    const bool allFit = std::all_of(candidates.begin(), candidates.end(),
                                    [](const SearchCandidate& candidate) { return candidate.fits; });
    m_table->setColumnHidden(CandidateModel::kState, allFit && !search::limitOf(m_problem));
    QHeaderView* header = m_table->header();
    for (const int column : {CandidateModel::kTime, CandidateModel::kPeak, CandidateModel::kState}) {
        m_table->resizeColumnToContents(column);
        header->resizeSection(column, std::clamp(header->sectionSize(column), kLeastColumn, kMostColumn));
    }
    m_table->setVisible(!candidates.empty());
    m_tableHint->setVisible(candidates.empty());
}

void FindDialog::showFigures(const QString& boundHelp)
{
    m_figures->setContent({m_found, m_problem.objective, m_bound, boundHelp, search::limitOf(m_problem),
                           m_unit, m_problem.costs.unit, m_runner->isRunning(), m_remark});
}

void FindDialog::setCompareObstacle(const QString& why)
{
    m_compareObstacle = why;
    showButtons();
}

void FindDialog::showButtons()
{
    const QString nothing =
        m_runner->isRunning() ? tr("Nothing found yet") : tr("There is nothing yet: start a search");
    for (const FoundButton& each : m_buttons) {
        const QString obstacle = each.button == m_compare ? m_compareObstacle : QString();
        const QString why = m_found ? obstacle : nothing;
        each.button->setEnabled(why.isEmpty());
        each.button->setToolTip(why.isEmpty() ? each.help : why);
    }
}

void FindDialog::reject()
{
    m_runner->stop();
    QDialog::reject();
}

} // namespace bubblescope::ui
