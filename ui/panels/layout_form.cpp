// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/layout_form.h"

#include "ui/document/core_text.h"
#include "ui/document/document.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/look.h"

#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope::ui {

namespace {

/// More are typed, not dragged.
constexpr std::size_t kMostBandLayers = 2'000;

LayerKind layerKindOf(char letter, const CostModel& costs, std::uint64_t decoder)
{
    switch (letter) {
    case Layout::kEmbedding:
        return LayerKind::Embedding;
    case Layout::kPrediction:
        return LayerKind::Prediction;
    case Layout::kLoss:
        return LayerKind::Loss;
    default:
        break;
    }
    const bool hasExperts = costs.blocks && costs.blocks->expert != BlockCost{};
    const bool isBehind = decoder >= costs.denseLayers;
    return hasExperts && isBehind &&
                   (decoder - costs.denseLayers) % std::max<std::uint64_t>(costs.expertEvery, 1) == 0
               ? LayerKind::Expert
               : LayerKind::Dense;
}

std::uint64_t predictionsOf(const Layout& layout)
{
    std::uint64_t count = 0;
    for (const std::string& stage : layout.stages)
        count += layersOf(stage, Layout::kPrediction);
    return count;
}

bool saysTheSame(const std::string& text, const std::string& other)
{
    const Result<Layout> a = parseLayout(text, 1);
    const Result<Layout> b = parseLayout(other, 1);
    return a && b && a->stages == b->stages;
}

} // namespace

LayoutForm::LayoutForm(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_field(makeEntryField(tr("Layout"), this))
    , m_row(new FormRow(tr("Layout"),
                        tr("Which layers each stage holds, as Megatron writes it: E embedding, t layer, m "
                           "prediction, L loss, | the next stage, t*3 and (tt|)*3 repeat. Empty: the "
                           "layers per stage count"),
                        m_field, this))
    , m_band(new LayoutBand(this))
    , m_key(new QLabel(this))
    , m_effect(new QLabel(this))
{
    m_field->setObjectName(QStringLiteral("cost-layout"));
    m_effect->setObjectName(QStringLiteral("layout-effect"));
    m_key->setObjectName(QStringLiteral("layout-key"));
    m_key->setProperty("quiet", true);
    m_key->setWordWrap(true);
    m_key->setTextFormat(Qt::RichText);
    m_effect->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_row);
    layout->addWidget(m_band);
    layout->addWidget(m_effect);
    layout->addWidget(m_key);
    connect(m_field, &QLineEdit::textEdited, this, &LayoutForm::take);
    connect(m_field, &QLineEdit::editingFinished, this, [this] { m_document.endTyping(); });
    connect(m_band, &LayoutBand::began, this, [this] {
        m_document.endTyping();
        m_before = Before{m_document.state().costs, m_document.evaluation()};
    });
    connect(m_band, &LayoutBand::proposed, this, &LayoutForm::propose);
    connect(m_band, &LayoutBand::ended, this, [this] { end(true); });
    connect(m_band, &LayoutBand::cancelled, this, [this] { end(false); });
    connect(&m_document, &Document::evaluationChanged, this, &LayoutForm::showEffect);
    connect(&Look::instance(), &Look::changed, this, &LayoutForm::follow);
    showEffect();
}

QString LayoutForm::problemText() const
{
    return m_row->problemText();
}

QString LayoutForm::effectText() const
{
    return m_effect->isHidden() ? QString() : m_effect->text();
}

std::uint32_t LayoutForm::dealtRanks() const
{
    const std::uint32_t stages = m_document.stageCount();
    const EvaluationPtr& evaluation = m_document.evaluation();
    if (!evaluation || evaluation->timeline->schedule->stageCount != stages)
        return stages;
    const Schedule& schedule = *evaluation->timeline->schedule;
    const std::uint32_t ranks = schedule.rankCount();
    if (ranks == 0 || stages % ranks != 0)
        return stages;
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
        for (const StageId stage : evaluation->index->stagesOf(RankId{rank}))
            if (stage.value % ranks != rank)
                return stages;
    return ranks;
}

std::optional<Layout> LayoutForm::shownLayout() const
{
    const CostModel& costs = m_document.state().costs;
    const std::uint32_t stages = m_document.stageCount();
    Layout layout;
    layout.ranks = dealtRanks();
    if (!costs.layout.empty()) {
        Result<Layout> given = parseLayout(costs.layout, 1);
        if (!given || given->stages.size() != stages)
            return std::nullopt;
        layout.stages = std::move(given->stages);
    } else {
        if (costs.layersPerStage.values.size() != 1 && costs.layersPerStage.values.size() != stages)
            return std::nullopt;
        for (std::uint32_t stage = 0; stage < stages; ++stage) {
            const double layers = costs.layersPerStage.at(StageId{stage});
            if (layers != std::floor(layers) || layers < 0 || layers > kMostBandLayers)
                return std::nullopt;
            layout.stages.push_back(std::string(stage == 0 ? 1 : 0, Layout::kEmbedding) +
                                    std::string(static_cast<std::size_t>(layers), Layout::kDecoder) +
                                    std::string(stage + 1 == stages ? 1 : 0, Layout::kLoss));
        }
    }
    std::size_t letters = 0;
    for (const std::string& stage : layout.stages)
        letters += stage.size() + 1;
    return letters <= kMostBandLayers ? std::optional(std::move(layout)) : std::nullopt;
}

LayoutContent LayoutForm::contentOf(const Layout& layout) const
{
    LayoutContent content;
    content.layout = layout;
    std::uint64_t decoder = 0;
    for (std::size_t stage = 0; stage < layout.stages.size(); ++stage) {
        std::vector<LayerKind>& kinds = content.kinds.emplace_back();
        for (const char letter : layout.stages[stage]) {
            kinds.push_back(layerKindOf(letter, m_document.state().costs, decoder));
            decoder += letter == Layout::kDecoder ? 1 : 0;
        }
        const QString name = layout.ranks < layout.stages.size()
                                 ? tr("Stage %1 on rank %2").arg(stage).arg(stage % layout.ranks)
                                 : tr("Stage %1").arg(stage);
        QStringList parts;
        for (std::size_t kind = 0; kind < kLayerKindCount; ++kind)
            if (const auto count = std::count(kinds.begin(), kinds.end(), static_cast<LayerKind>(kind));
                count > 0)
                parts << tr("%1 × %2", "count, kind of layer")
                             .arg(QString::number(count), layerKindName(static_cast<LayerKind>(kind)));
        content.titles.push_back(
            tr("%1: %2", "stage, layers")
                .arg(name, parts.isEmpty() ? tr("no layers") : parts.join(QStringLiteral(", "))));
    }
    return content;
}

void LayoutForm::follow()
{
    const CostModel& costs = m_document.state().costs;
    const std::optional<Layout> shown = shownLayout();
    m_field->setPlaceholderText(shown ? QString::fromStdString(layoutText(*shown)) : QString());
    m_band->setVisible(shown.has_value());
    m_key->setVisible(shown.has_value());
    if (shown) {
        const LayoutContent content = contentOf(*shown);
        m_band->setContent(content);
        showKey(content);
    }
    // What was refused, or says the same in other letters, stays as it was typed.
    const std::string field = m_field->text().toStdString();
    const bool isTyped = m_field->hasFocus() && field == m_typed && !m_row->problemText().isEmpty();
    if (field != costs.layout && !isTyped && !saysTheSame(field, costs.layout)) {
        m_field->setText(QString::fromStdString(costs.layout));
        m_field->setCursorPosition(0);
        m_row->setProblem({});
    }
}

void LayoutForm::showKey(const LayoutContent& content)
{
    QStringList parts;
    for (std::size_t i = 0; i < kLayerKindCount; ++i) {
        const auto kind = static_cast<LayerKind>(i);
        if (std::any_of(content.kinds.begin(), content.kinds.end(), [kind](const auto& kinds) {
                return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
            }))
            parts << QStringLiteral("<span style=\"color:%1\">■</span>&nbsp;%2")
                         .arg(layerKindColor(kind).name(), layerKindName(kind).toHtmlEscaped().replace(
                                                               QLatin1Char(' '), QStringLiteral("&nbsp;")));
    }
    m_key->setText(parts.join(QStringLiteral("&ensp; ")));
}

QString LayoutForm::refusalOf(const Layout& layout) const
{
    LayoutExpectation expected;
    expected.predictionLayers = predictionsOf(layout);
    const Result<void> checked = checkLayout(layout, expected);
    return checked ? QString() : coreSentence(checked.error().message);
}

void LayoutForm::take()
{
    const std::string text = m_field->text().trimmed().toStdString();
    m_typed = m_field->text().toStdString();
    if (text.empty()) {
        m_row->setProblem({});
        apply({});
        return;
    }
    Result<Layout> layout = parseLayout(text, dealtRanks());
    QString problem = layout ? refusalOf(*layout) : coreSentence(layout.error().message);
    if (problem.isEmpty() && layout->stages.size() != m_document.stageCount())
        problem = tr("The layout has %1 stages, the schedule %2")
                      .arg(layout->stages.size())
                      .arg(m_document.stageCount());
    m_row->setProblem(problem);
    if (problem.isEmpty())
        apply(text);
}

void LayoutForm::propose(const Layout& layout)
{
    const QString problem = refusalOf(layout);
    m_row->setProblem(problem);
    if (problem.isEmpty())
        apply(layoutText(layout));
}

void LayoutForm::apply(const std::string& layout)
{
    CostModel costs = m_document.state().costs;
    if (costs.layout == layout)
        return;
    costs.layout = layout;
    if (!layout.empty())
        costs.layersPerStage = CostModel().layersPerStage;
    m_document.setCosts(costs, tr("Layout"));
}

void LayoutForm::end(bool keeps)
{
    if (!keeps && m_before)
        m_document.setCosts(m_before->costs, tr("Layout"));
    m_document.endTyping();
    m_row->setProblem({});
    m_before.reset();
    showEffect();
}

/// "Step 128.5 ms (−2.1 ms) · peak 61.2 GB (+0.4 GB)".
void LayoutForm::showEffect()
{
    const EvaluationPtr& now = m_document.evaluation();
    const bool isMoved = m_before && m_before->evaluation && now && now != m_before->evaluation;
    m_effect->setVisible(isMoved);
    if (!isMoved)
        return;
    const std::string& unit = now->timeline->unit;
    const Time before = m_before->evaluation->timeline->makespan;
    const Time after = now->timeline->makespan;
    QString text =
        tr("Step %1 (%2)", "time, change").arg(timeText(after, unit), signedTime(after - before, unit));
    if (now->memory && m_before->evaluation->memory && !now->memory->countsActivations()) {
        const double change = now->memory->highestPeak() - m_before->evaluation->memory->highestPeak();
        const QString size = memoryText(std::abs(change), *now->memory);
        text += QStringLiteral(" · ") +
                tr("peak %1 (%2)", "size, change")
                    .arg(memoryText(now->memory->highestPeak(), *now->memory),
                         change == 0 ? QStringLiteral("0")
                                     : (change > 0 ? QLatin1Char('+') : QChar(0x2212)) + size);
    }
    m_effect->setText(text);
}

} // namespace bubblescope::ui
