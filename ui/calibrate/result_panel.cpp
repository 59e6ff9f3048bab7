// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/result_panel.h"

#include "ui/calibrate/stage_chart.h"
#include "ui/calibrate/stage_times_model.h"
#include "ui/document/core_text.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/csv_export.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/folded_label.h"
#include "ui/widgets/form_row.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QResizeEvent>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

enum Choice : int { kNothing, kBefore, kThisOne, kFromFile, kReference };
constexpr int kNoteLines = 2;
/// Steps of leaving out: the parts of what is fixed, what stages are made of, intervals.
constexpr int kMostLeftOut = 3;

QString provenanceText(const CalibrationFile& file)
{
    if (file.isEstimate())
        return ResultPanel::tr("Estimate: no GPU was used");
    if (file.provenance == QLatin1String("measured"))
        return ResultPanel::tr("Measured %1", "date").arg(file.created);
    return file.provenance == QLatin1String("trace") ? ResultPanel::tr("From a trace")
                                                     : ResultPanel::tr("By hand");
}

/// What the times are and how they came about.
QString subtitleText(const CalibrationFile& file)
{
    QStringList parts{provenanceText(file), file.attention};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QString assumptionsText(const CalibrationFile& file)
{
    return file.assumptions.isEmpty()
               ? QString()
               : ResultPanel::tr("Assumed: %1").arg(file.assumptions.join(QStringLiteral("; ")));
}

QString describedName(const CalibrationFile& file)
{
    return file.isEstimate() ? ResultPanel::tr("%1, estimate", "calibration").arg(file.title())
                             : file.title();
}

} // namespace

ResultPanel::ResultPanel(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    makeHeading();
    m_problem = makeProblemLabel(this);
    column->addWidget(m_problem);
    m_chart = new StageChart(this);
    column->addWidget(m_chart, 3);
    makeTable();
    column->addWidget(m_table, 2);
    m_notes = new FoldedLabel(kNoteLines, this);
    m_notes->setProperty("quiet", true);
    column->addWidget(m_notes);
    fillChoice();
}

void ResultPanel::makeHeading()
{
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    m_title = new QLabel(this);
    m_title->setProperty("heading", true);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_subtitle = new ElidedLabel(this);
    m_subtitle->setObjectName(QStringLiteral("calibrate-subtitle"));
    m_subtitle->setProperty("quiet", true);
    words->addWidget(m_title);
    words->addWidget(m_subtitle);
    auto* label = new QLabel(tr("Compare with"), this);
    m_choice = new ChoiceBox(this);
    m_choice->setObjectName(QStringLiteral("calibrate-compare"));
    m_choice->setAccessibleName(label->text());
    m_choice->setFixedWidth(230);
    label->setBuddy(m_choice);
    connect(m_choice, &QComboBox::activated, this, &ResultPanel::takeChoice);
    auto* line = new QHBoxLayout;
    line->setSpacing(12);
    line->addLayout(words, 1);
    line->addWidget(label);
    line->addWidget(m_choice);
    static_cast<QVBoxLayout*>(layout())->addLayout(line);
}

void ResultPanel::makeTable()
{
    m_model = new StageTimesModel(this);
    m_table = new TableView(QStringLiteral("calibrate-table"), tr("Times of the stages"), m_model, this);
    m_table->setMinimumHeight(110);
    m_table->viewport()->installEventFilter(this);
    m_table->offerCopy(tr("Copy as CSV"));
    offerFiles(*m_table, {QStringLiteral("stages"),
                          [this] { return tableCsv(*m_table->model(), m_table->rowsToCopy(false)); },
                          [this](const QString& said) { emit copied(said); }});
}

void ResultPanel::show(const CalibrationFilePtr& file, const QString& emptyText)
{
    // Times that are missing for a moment, as while a field is being typed, are none before.
    if (file && m_last && file != m_last &&
        (!file->isEstimate() || !m_last->isEstimate() || file->title() != m_last->title()))
        m_before = m_last;
    if (file)
        m_last = file;
    m_file = file;
    m_emptyText = emptyText;
    fillChoice();
    renew();
}

void ResultPanel::setStageCount(std::uint32_t stages)
{
    m_stages = std::max(1U, stages);
    renew();
}

void ResultPanel::compareWith(const CalibrationFilePtr& reference)
{
    m_reference = reference;
    m_referenceProblem.clear();
    fillChoice();
    renew();
}

void ResultPanel::fillChoice()
{
    m_choice->clear();
    m_choice->addItem(tr("Nothing"), kNothing);
    if (m_before && m_before != m_reference)
        m_choice->addItem(tr("The previous one: %1").arg(describedName(*m_before)), kBefore);
    if (m_file && m_file != m_reference)
        m_choice->addItem(tr("This one, as it is now"), kThisOne);
    m_choice->addItem(tr("From a file…"), kFromFile);
    if (m_reference) {
        m_choice->addItem(describedName(*m_reference), kReference);
        m_choice->setCurrentIndex(m_choice->count() - 1);
    }
}

void ResultPanel::takeChoice(int index)
{
    switch (m_choice->itemData(index).toInt()) {
    case kNothing:
        compareWith(nullptr);
        return;
    case kBefore:
        compareWith(m_before);
        return;
    case kThisOne:
        compareWith(m_file);
        return;
    case kFromFile:
        break;
    default:
        return;
    }
    const QString path = askReference ? askReference() : QString();
    fillChoice();
    if (path.isEmpty())
        return;
    const Result<CalibrationFilePtr> file = openCalibration(path);
    if (file) {
        compareWith(*file);
        return;
    }
    m_referenceProblem = errorHeadline(file.error());
    renew();
}

void ResultPanel::renew()
{
    QString problem = m_referenceProblem;
    std::optional<StageTimes> times, reference;
    m_fits = false;
    if (m_file) {
        if (Result<StageTimes> made = stageTimes(*m_file, m_stages)) {
            times = *std::move(made);
            m_fits = true;
        } else {
            problem = errorHeadline(made.error());
        }
    }
    QString note;
    if (times && m_reference) {
        const StageValues& layers = m_file->source.file.costs.layersPerStage;
        Result<StageTimes> made = stageTimes(*m_reference, m_stages, &layers);
        if (made) {
            note = made->note;
            reference = *std::move(made);
        } else {
            problem = errorHeadline(made.error());
        }
    }
    showProblem(*m_problem, problem);
    m_title->setText(m_file ? m_file->title() : tr("No times yet"));
    m_title->setToolTip(m_title->text());
    m_subtitle->setWholeText(m_file ? subtitleText(*m_file) : QString());
    QStringList notes;
    if (!note.isEmpty())
        notes << note;
    if (m_file)
        for (const std::string& warning : m_file->source.file.warnings)
            notes << QString::fromStdString(warning);
    if (m_file && !m_file->assumptions.isEmpty())
        notes << assumptionsText(*m_file);
    m_notes->setParagraph(notes.join(QStringLiteral("; ")));
    m_notes->setVisible(!notes.isEmpty());
    m_chart->setEmptyText(m_emptyText);
    m_chart->setTimes(times, m_file && m_file->isEstimate());
    m_chart->setReference(reference, m_reference ? describedName(*m_reference) : QString());
    m_model->setTimes(std::move(times), std::move(reference));
    m_table->setVisible(m_model->rowCount() > 0);
    showColumns();
}

void ResultPanel::showColumns()
{
    for (int leftOut = 0; leftOut <= kMostLeftOut; ++leftOut) {
        showColumns(leftOut);
        if (m_table->header()->length() <= m_table->viewport()->width())
            break;
    }
}

void ResultPanel::showColumns(int leftOut)
{
    using Model = StageTimesModel;
    const bool hasPair = m_model->times() && !m_model->times()->overlapPair.isEmpty();
    m_model->setShowsIntervals(leftOut < kMostLeftOut);
    for (int column = Model::kContent; column < Model::kColumns; ++column) {
        const bool isTime = column >= Model::kFirstTime && column < Model::kActivation;
        const bool isDifference = isTime && (column - Model::kFirstTime) % 2 == 1;
        const bool isOverlap = isTime && column >= Model::kActivation - 2;
        const bool isPartOfFixed = column > Model::kActivation && column < Model::kFixed;
        m_table->setColumnHidden(column, (isDifference && !m_model->hasReference()) ||
                                             (isOverlap && !hasPair) || (isPartOfFixed && leftOut > 0) ||
                                             (column == Model::kContent && leftOut > 1));
    }
    m_table->header()->resizeSections(QHeaderView::ResizeToContents);
}

bool ResultPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize &&
        static_cast<QResizeEvent*>(event)->oldSize().width() != m_table->viewport()->width())
        QMetaObject::invokeMethod(this, qOverload<>(&ResultPanel::showColumns), Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

QString ResultPanel::notes() const
{
    return m_notes->isHidden() ? QString() : m_notes->paragraph();
}

} // namespace bubblescope::ui
