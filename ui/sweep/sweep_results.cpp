// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweep_results.h"

#include "ui/sweep/scatter_view.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"
#include "ui/widgets/plot_marks.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <span>

namespace bubblescope::ui {

namespace {

constexpr SweepMeasure kUp[] = {SweepMeasure::StepTime, SweepMeasure::TimePerMicrobatch,
                                SweepMeasure::BubbleRate, SweepMeasure::PeakMemory};
constexpr SweepMeasure kAcross[] = {SweepMeasure::PeakMemory, SweepMeasure::Ranks, SweepMeasure::Microbatches,
                                    SweepMeasure::StagesPerRank, SweepMeasure::Latency};
constexpr int kChoiceWidth = 168;

void fillChoice(ChoiceBox& box, const char* name, std::span<const SweepMeasure> measures)
{
    box.setObjectName(QLatin1String(name));
    box.setFixedWidth(kChoiceWidth);
    for (const SweepMeasure measure : measures)
        box.addItem(measureTitle(measure), static_cast<int>(measure));
}

SweepMeasure measureIn(const ChoiceBox& box)
{
    return static_cast<SweepMeasure>(box.currentData().toInt());
}

} // namespace

SweepResults::SweepResults(QWidget* parent)
    : QWidget(parent)
    , m_model(new SweepModel(this))
    , m_order(new SweepOrder(this))
    , m_up(new ChoiceBox(this))
    , m_across(new ChoiceBox(this))
    , m_chart(new ScatterView(this))
    , m_summary(new ElidedLabel(this))
    , m_frontOnly(new QCheckBox(tr("Pareto &front only"), this))
    , m_table(new TableView(QStringLiteral("sweep-table"), tr("Configurations"), m_order, this))
{
    m_order->setSourceModel(m_model);
    m_model->markOf = [this](std::size_t series, bool isHollow) { return markOf(series, isHollow); };
    auto* split = new QSplitter(Qt::Vertical, this);
    split->setObjectName(QStringLiteral("sweep-split"));
    split->setChildrenCollapsible(false);
    auto* upper = new QWidget(split);
    auto* chart = new QVBoxLayout(upper);
    chart->setContentsMargins(0, 0, 0, 4);
    chart->setSpacing(6);
    auto* axes = new QHBoxLayout;
    chart->addLayout(axes);
    chart->addWidget(m_chart, 1);
    auto* lower = new QWidget(split);
    auto* table = new QVBoxLayout(lower);
    table->setContentsMargins(0, 6, 0, 0);
    table->setSpacing(4);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(12);
    bar->addWidget(m_summary, 1);
    bar->addWidget(m_frontOnly);
    table->addLayout(bar);
    table->addWidget(m_table, 1);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(split);
    makeAxes(*axes);
    makeChart();
    makeTable();
    connectTable();
    renewSummary();
}

void SweepResults::makeAxes(QHBoxLayout& line)
{
    fillChoice(*m_up, "sweep-up", kUp);
    fillChoice(*m_across, "sweep-across", kAcross);
    m_up->setAccessibleName(tr("Vertical axis"));
    m_across->setAccessibleName(tr("Horizontal axis"));
    const auto add = [&](const QString& title, ChoiceBox* box) {
        auto* label = new QLabel(title, this);
        label->setBuddy(box);
        line.addWidget(label);
        line.addWidget(box);
    };
    line.setSpacing(8);
    add(tr("&Up", "the vertical axis"), m_up);
    line.addSpacing(12);
    add(tr("&Across", "the horizontal axis"), m_across);
    line.addStretch(1);
    connect(m_up, &QComboBox::currentIndexChanged, this, &SweepResults::takeAxes);
    connect(m_up, &QComboBox::activated, this, [this] { m_hasChosenAxis = true; });
    connect(m_across, &QComboBox::currentIndexChanged, this, &SweepResults::takeAxes);
}

void SweepResults::makeChart()
{
    m_chart->describe = [this](std::size_t row) { return describe(row); };
    connect(m_chart, &ScatterView::chosen, this, [this](std::size_t row) {
        chooseRow(row);
        emit openAsked(row);
    });
}

void SweepResults::makeTable()
{
    m_summary->setObjectName(QStringLiteral("sweep-summary"));
    m_frontOnly->setObjectName(QStringLiteral("sweep-front-only"));
    m_frontOnly->setToolTip(tr("List only configurations that no other beats in both time and memory. The "
                               "time is that of the step, or of a microbatch if the chart shows that."));
    m_table->setCornerWidget(new QWidget(m_table)); // the style would draw an edge there
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->makeSortable(static_cast<int>(SweepTableColumn::StepTime), Qt::AscendingOrder);
    m_table->setColumnHidden(static_cast<int>(SweepTableColumn::Latency), true);
    fitColumns();
}

void SweepResults::fitColumns()
{
    m_table->fitColumns(*m_model);
    constexpr int kMark = 40, kMostName = 270;
    int name = m_table->header()->sectionSize(0);
    const QFontMetrics bold(figuresFont(windowFont().pixelSize(), true)); // as those on the front are written
    for (const QString& series : m_model->series())
        name = std::max(name, std::min(kMostName, bold.horizontalAdvance(series) + kMark));
    m_table->header()->resizeSection(0, name);
}

void SweepResults::connectTable()
{
    m_table->offerRows(tr("Open this schedule"), tr("Show in the chart"));
    const auto open = [this](const QModelIndex& index) {
        if (const auto row = rowAt(index); row && m_model->rows()[*row].metrics)
            emit openAsked(*row);
    };
    connect(m_table, &TableView::goAsked, this, open);
    connect(m_table, &TableView::fitAsked, this, [this](const QModelIndex& index) {
        m_chart->setCurrentRow(rowAt(index));
        m_chart->setFocus(Qt::OtherFocusReason);
    });
    connect(m_table, &TableView::copyAsked, this, &SweepResults::copyAsked);
    connect(m_table, &QTreeView::activated, this, open);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) { m_chart->setCurrentRow(rowAt(current)); });
    connect(m_frontOnly, &QCheckBox::toggled, m_order, &SweepOrder::setFrontOnly);
    // Marks are pictures in the theme's colours.
    connect(&Look::instance(), &Look::changed, m_table->viewport(), qOverload<>(&QWidget::update));
}

std::optional<std::size_t> SweepResults::rowAt(const QModelIndex& index) const
{
    const QModelIndex source = m_order->mapToSource(index);
    return source.isValid() ? std::optional(static_cast<std::size_t>(source.row())) : std::nullopt;
}

void SweepResults::chooseRow(std::size_t row)
{
    const QModelIndex index = m_order->mapFromSource(m_model->index(static_cast<int>(row), 0));
    m_chart->setCurrentRow(row);
    if (!index.isValid())
        return; // filtered away
    m_table->setCurrentIndex(index);
    m_table->scrollTo(index);
}

void SweepResults::begin(const SweepPlan& plan)
{
    // Where all have the costs' own there is nothing to compare.
    m_table->setColumnHidden(static_cast<int>(SweepTableColumn::Latency), plan.p2pLatencies.empty());
    // Limits by rank are no line among points of whole schedules.
    m_memoryLimit = plan.memoryLimit;
    if (const std::optional<RankValues>& limit = plan.costs.memoryLimit; !m_memoryLimit && limit)
        m_memoryLimit = limit->isUniform() ? std::optional(limit->highest()) : std::nullopt;
    m_model->begin(plan);
    // A step of fewer microbatches is shorter, which says nothing of a schedule.
    if (!m_hasChosenAxis) {
        const QSignalBlocker silent(m_up);
        const SweepMeasure measure =
            plan.microbatches.size() > 1 ? SweepMeasure::TimePerMicrobatch : SweepMeasure::StepTime;
        m_up->setCurrentIndex(static_cast<int>(std::find(std::begin(kUp), std::end(kUp), measure) - kUp));
        m_model->setFrontMeasure(measure);
    }
    m_chart->setCurrentRow(std::nullopt);
    fitColumns();
    renewChart();
    renewSummary();
}

void SweepResults::append(const std::vector<SweepRow>& rows)
{
    m_model->append(rows);
    renewChart();
    renewSummary();
}

void SweepResults::setHint(const QString& text)
{
    m_chart->setMessage(text);
}

void SweepResults::takeAxes()
{
    m_model->setFrontMeasure(measureIn(*m_up) == SweepMeasure::TimePerMicrobatch
                                 ? SweepMeasure::TimePerMicrobatch
                                 : SweepMeasure::StepTime);
    renewChart();
    renewSummary();
}

void SweepResults::renewChart()
{
    ScatterContent content;
    content.across = measureIn(*m_across);
    content.up = measureIn(*m_up);
    content.series = m_model->series();
    content.units = m_model->units();
    content.frontTime = m_model->frontMeasure();
    content.memoryLimit = m_memoryLimit;
    for (std::size_t row = 0; row < m_model->rows().size(); ++row) {
        const SweepRow& of = m_model->rows()[row];
        const std::optional<double> x = valueOf(of, content.across);
        const std::optional<double> y = valueOf(of, content.up);
        if (x && y)
            content.points.push_back({*x, *y, m_model->seriesOf(row), row,
                                      of.status == SweepStatus::OverLimit, m_model->isOnFront(row)});
    }
    m_chart->setContent(std::move(content));
}

QString SweepResults::summary() const
{
    if (m_model->rows().empty())
        return {};
    QStringList parts{
        tr("%1 timed", "how many configurations").arg(countText(m_chart->content().points.size()))};
    const auto add = [&](std::size_t count, const QString& text) {
        if (count > 0)
            parts << text.arg(countText(count));
    };
    add(m_model->count(SweepStatus::OverLimit), tr("%1 over the limit", "how many"));
    add(m_model->count(SweepStatus::Refused), tr("%1 refused", "how many"));
    add(m_model->count(SweepStatus::Failed), tr("%1 failed", "how many"));
    add(m_model->front().size(), m_model->frontMeasure() == SweepMeasure::StepTime
                                     ? tr("Pareto front of %1", "how many")
                                     : tr("Pareto front of %1, by time per microbatch", "how many"));
    return parts.join(QStringLiteral(" · "));
}

void SweepResults::renewSummary()
{
    m_summary->setWholeText(summary());
    m_chart->setSummary(summary());
}

QStringList SweepResults::describe(std::size_t row) const
{
    const SweepRow& of = m_model->rows()[row];
    const SweepUnits& units = m_model->units();
    const auto told = [&](SweepMeasure measure) {
        const std::optional<double> value = valueOf(of, measure);
        return tr("%1: %2", "what is measured, how much")
            .arg(measureTitle(measure), value ? measureText(*value, measure, units) : QString());
    };
    QStringList lines{scheduleText(of.configuration.request), numbersText(of)};
    lines << told(SweepMeasure::StepTime) + QStringLiteral(" · ") + told(SweepMeasure::BubbleRate);
    lines << told(SweepMeasure::PeakMemory);
    if (const QString outcome = m_model->outcomeText(row); !outcome.isEmpty())
        lines.back() += QStringLiteral(" · ") + outcome;
    return lines;
}

QVariant SweepResults::markOf(std::size_t series, bool isHollow) const
{
    return markPixmap(series, {Look::instance().theme(), 4, 1, isHollow, false}, devicePixelRatioF());
}

ScatterPicture SweepResults::picture() const
{
    ScatterPicture picture;
    picture.content = m_chart->content();
    picture.theme = Look::instance().theme();
    picture.title = tr("%1 against %2", "axes of a chart")
                        .arg(measureTitle(picture.content.up), measureTitle(picture.content.across));
    return picture;
}

std::vector<SweepRow> SweepResults::listedRows(bool onlySelected) const
{
    std::vector<SweepRow> rows;
    for (const QModelIndex& index :
         m_table->rowsToCopy(onlySelected, static_cast<std::size_t>(m_order->rowCount())))
        rows.push_back(m_model->rows()[*rowAt(index)]);
    return rows;
}

} // namespace bubblescope::ui
