// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/model_form.h"

#include "ui/calibrate/layer_split.h"
#include "ui/calibrate/model_field_texts.h"
#include "ui/document/core_text.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/folded_label.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/number_field.h"

#include "core/io/file.h"
#include "probe/plan/model_fields.h"
#include "probe/plan/model_json.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

namespace {

using probe::ModelShape;

constexpr probe::DataType kTypes[] = {probe::DataType::Bf16, probe::DataType::Fp16, probe::DataType::Tf32,
                                      probe::DataType::Fp32, probe::DataType::Fp8};
constexpr probe::DataType kGradientTypes[] = {probe::DataType::Fp32, probe::DataType::Bf16};
constexpr probe::Fp8Scaling kScalings[] = {probe::Fp8Scaling::Tensor, probe::Fp8Scaling::Block};
constexpr probe::Recompute kRecomputes[] = {probe::Recompute::None, probe::Recompute::Attention,
                                            probe::Recompute::Full};
constexpr std::uint64_t kLargestModel = std::uint64_t{1} << 20U;
constexpr double kMostLayers = 1e8;

QString modelFormViewed(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

template <typename Values, typename Value>
int placeOf(const Values& values, const Value& value)
{
    return static_cast<int>(std::find(std::begin(values), std::end(values), value) - std::begin(values));
}

/// Apart from what follows the schedule.
bool isSameModel(ModelShape a, const ModelShape& b)
{
    a.layersPerStage = b.layersPerStage;
    return a == b;
}

/// Whether its layers are no longer those of the published model whose name it has.
bool isRenamed(const ModelShape& shape)
{
    const auto& presets = probe::modelPresets();
    return std::any_of(presets.begin(), presets.end(), [&](const probe::ModelPreset& known) {
        const ModelShape& published = known.shape;
        return published.name == shape.name &&
               (published.hidden != shape.hidden || published.ffn != shape.ffn ||
                published.heads != shape.heads || published.kvHeads != shape.kvHeads ||
                published.headDim != shape.headDim);
    });
}

} // namespace

ModelForm::ModelForm(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
    , m_whole(makeProblemLabel(this))
{
    m_layout->setContentsMargins(0, 0, 8, 0);
    m_layout->setSpacing(6);
    makePresets();
    makeNumbers(tr("Layer"), {"hidden", "ffn", "heads", "kv_heads", "head_dim"});
    makeSwitches({"gated", "causal", "bias"});
    makeNumbers(tr("Experts"),
                {"experts", "top_k", "expert_ffn", "shared_experts", "dense_layers", "expert_every"});
    makeNumbers(tr("Tokens"), {"seq", "micro_batch", "vocab", "mtp_layers"});
    makeSwitches({"tied_embedding"});
    makeLayers();
    makeNumbers(tr("Sharing and precision"), {"tp", "ep"});
    makeSwitches({"sequence_parallel", "with_collectives"});
    makePrecision();
    m_layout->addWidget(m_whole);
    choosePreset(QStringLiteral("llama-3-8b"));
}

void ModelForm::makePresets()
{
    const NumberRow::Text text{tr("Model"),
                               tr("A published model, or a file that describes one (JSON)"),
                               {},
                               QStringLiteral("calibrate-preset")};
    QStringList names;
    for (const probe::ModelPreset& preset : probe::modelPresets())
        names << QString::fromStdString(preset.shape.name);
    names << tr("Custom values") << tr("From a file…");
    m_preset = addChoice(text, names, m_presetRow);
    m_source = new FoldedLabel(2, this);
    m_source->setObjectName(QStringLiteral("calibrate-source"));
    m_source->setProperty("quiet", true);
    // Typing in a field makes another model of it, and must not move the fields away from the pointer.
    QSizePolicy keepsPlace = m_source->sizePolicy();
    keepsPlace.setRetainSizeWhenHidden(true);
    m_source->setSizePolicy(keepsPlace);
    m_layout->addWidget(m_source);
    m_preset->disconnect(this);
    connect(m_preset, &QComboBox::activated, this, &ModelForm::takePreset);
}

ChoiceBox* ModelForm::addChoice(const NumberRow::Text& text, const QStringList& choices, FormRow*& row)
{
    auto* box = new ChoiceBox(this);
    box->setObjectName(text.name);
    box->addItems(choices);
    row = new FormRow(text.title, text.help, box, this);
    m_layout->addWidget(row);
    connect(box, &QComboBox::activated, this, [this] { renew(true); });
    return box;
}

void ModelForm::makeNumbers(const QString& heading, const std::vector<std::string_view>& keys)
{
    m_layout->addWidget(makeGroupHeading(heading, this));
    for (const probe::NumberField& field : probe::numberFields()) {
        if (std::find(keys.begin(), keys.end(), field.key) == keys.end())
            continue;
        const ModelFieldText& text = modelFieldText(field.key);
        auto* row = new NumberRow({tr(text.title), coreText(field.help),
                                   *text.unit == '\0' ? QString() : tr(text.unit),
                                   QStringLiteral("calibrate-") + modelFormViewed(field.key)},
                                  false, this);
        m_numbers.emplace(field.key, row);
        m_layout->addWidget(row);
        connect(row, &NumberRow::edited, this, [this] { renew(true); });
    }
}

void ModelForm::makeSwitches(const std::vector<std::string_view>& keys)
{
    for (const probe::SwitchField& field : probe::switchFields()) {
        if (std::find(keys.begin(), keys.end(), field.key) == keys.end())
            continue;
        auto* box = new QCheckBox(tr(modelFieldText(field.key).title), this);
        box->setObjectName(QStringLiteral("calibrate-") + modelFormViewed(field.key));
        box->setToolTip(coreText(field.help));
        box->setAccessibleDescription(box->toolTip());
        m_switches.emplace(field.key, box);
        m_layout->addWidget(box);
        connect(box, &QCheckBox::clicked, this, [this] { renew(true); });
    }
}

void ModelForm::makeLayers()
{
    m_layout->addWidget(makeGroupHeading(tr("Stages"), this));
    m_layerCount =
        new NumberRow({tr("Layers"),
                       tr("Layers of the whole model, spread evenly over the stages of the schedule"),
                       {},
                       QStringLiteral("calibrate-layers")},
                      false, this);
    m_layerCount->setRule([](double value) {
        return value >= 0 && value <= kMostLayers ? QString() : tr("Expected 0 to 100000000 layers.");
    });
    m_layout->addWidget(m_layerCount);
    connect(m_layerCount, &NumberRow::edited, this, [this] {
        m_splitsLayers = true;
        const std::optional<double> total = m_layerCount->value();
        m_isLayerCountWrong = !total;
        if (total)
            m_layerTotal = static_cast<std::int64_t>(*total);
        renew(true);
    });
    m_layers = makeEntryField(tr("Layers per stage"), this);
    m_layers->setObjectName(QStringLiteral("calibrate-layers-per-stage"));
    m_layers->setMinimumHeight(26);
    m_layersRow = new FormRow(tr("Layers per stage"),
                              tr("One number for every stage, or a list with one for each stage: 8, 8, 7"),
                              m_layers, this);
    m_layout->addWidget(m_layersRow);
    connect(m_layers, &QLineEdit::textEdited, this, [this] {
        m_splitsLayers = false;
        renew(true);
    });
}

void ModelForm::makePrecision()
{
    FormRow* row = nullptr;
    m_dataType = addChoice({tr("Data type"),
                            tr("Of activations and weights; with fp8 that of products, beside bf16"),
                            {},
                            QStringLiteral("calibrate-dtype")},
                           {tr("bf16"), tr("fp16"), tr("tf32"), tr("fp32"), tr("fp8")}, row);
    m_scaling = addChoice({tr("Scales of fp8"),
                           tr("What shares a scale: a tensor, or a block of 128 elements"),
                           {},
                           QStringLiteral("calibrate-fp8-scaling")},
                          {tr("Tensor"), tr("Block")}, row);
    m_gradientType = addChoice({tr("Weight gradients"),
                                tr("fp32 adds to the existing values, bf16 overwrites them"),
                                {},
                                QStringLiteral("calibrate-grad-dtype")},
                               {tr("fp32"), tr("bf16")}, m_gradientRow);
    m_recompute = addChoice({tr("Recompute"),
                             tr("What the backward computes again; this makes I and B longer"),
                             {},
                             QStringLiteral("calibrate-recompute")},
                            {tr("Nothing"), tr("Attention"), tr("Whole layers")}, row);
}

void ModelForm::takePreset(int index)
{
    const auto& presets = probe::modelPresets();
    const auto place = static_cast<std::size_t>(index);
    if (place < presets.size()) {
        choosePreset(QString::fromStdString(presets[place].key));
        return;
    }
    const QString path = place == presets.size() || !askPath ? QString() : askPath();
    if (path.isEmpty())
        showPreset();
    else
        openFile(path);
}

void ModelForm::choosePreset(const QString& key)
{
    const Result<probe::ModelPreset> preset = probe::findPreset(key.toStdString());
    if (!preset)
        return;
    m_layerTotal = preset->layers;
    m_splitsLayers = true;
    setShape(preset->shape);
}

void ModelForm::openFile(const QString& path)
{
    const std::string name = QFileInfo(path).fileName().toStdString();
    const Result<ModelShape> shape =
        readFile(path.toStdString(), kLargestModel).and_then([&](const std::string& text) {
            return probe::readModel(text, name);
        });
    if (!shape) {
        showPreset();
        m_presetRow->setProblem(errorHeadline(shape.error()));
        return;
    }
    m_splitsLayers = false;
    setShape(*shape);
}

void ModelForm::setShape(const ModelShape& shape)
{
    m_isLayerCountWrong = false;
    for (const probe::NumberField& field : probe::numberFields())
        m_numbers.find(field.key)->second->setValue(static_cast<double>(shape.*field.value));
    for (const probe::SwitchField& field : probe::switchFields())
        m_switches.find(field.key)->second->setChecked(shape.*field.value);
    m_dataType->setCurrentIndex(placeOf(kTypes, shape.dataType));
    m_scaling->setCurrentIndex(placeOf(kScalings, shape.fp8Scaling));
    m_gradientType->setCurrentIndex(std::min(1, placeOf(kGradientTypes, shape.gradientType)));
    m_recompute->setCurrentIndex(placeOf(kRecomputes, shape.recompute));
    m_name = shape.name;
    if (!m_splitsLayers)
        m_layers->setText(layersText(shape.layersPerStage));
    renew(false);
}

void ModelForm::setStageCount(std::uint32_t stages)
{
    if (stages == m_stages || stages == 0)
        return;
    m_stages = stages;
    renew(false);
}

bool ModelForm::readNumbers(ModelShape& shape)
{
    bool good = true;
    for (const probe::NumberField& field : probe::numberFields()) {
        NumberRow* row = m_numbers.find(field.key)->second;
        if (row->check())
            shape.*field.value = static_cast<std::int64_t>(*row->value());
        else if (std::exchange(good, false))
            m_problem = QStringLiteral("%1: %2").arg(row->title(), row->problemText());
    }
    return good;
}

/// The number of all layers and the list tell each other; whichever was edited last tells.
bool ModelForm::readLayers(ModelShape& shape)
{
    m_layersRow->setProblem({});
    if (m_splitsLayers) {
        // A wrong number stays where it can be mended.
        if (!m_isLayerCountWrong)
            m_layerCount->setValue(static_cast<double>(m_layerTotal));
        if (!m_layerCount->check()) {
            m_problem = QStringLiteral("%1: %2").arg(m_layerCount->title(), m_layerCount->problemText());
            return false;
        }
        shape.layersPerStage = splitLayers(m_layerTotal, m_stages);
        m_layers->setText(layersText(shape.layersPerStage));
        return true;
    }
    const Result<std::vector<std::int64_t>> layers = layersFrom(m_layers->text(), m_stages);
    if (!layers) {
        m_problem = coreSentence(layers.error().message);
        m_layersRow->setProblem(m_problem);
        return false;
    }
    shape.layersPerStage = *layers;
    m_layerTotal = layerSum(*layers, m_stages);
    m_layerCount->setValue(static_cast<double>(m_layerTotal));
    m_layerCount->check();
    return true;
}

void ModelForm::showProblem(const Sentence& message)
{
    m_problem = coreSentence(message);
    std::map<std::string, FormRow*, std::less<>> rows(m_numbers.begin(), m_numbers.end());
    rows["layers_per_stage"] = m_layersRow;
    rows["grad_dtype"] = m_gradientRow;
    rows["twice ffn"] = rows["ffn"];
    rows["micro_batch * seq"] = rows["micro_batch"];
    const auto row = rows.find(message.argumentText("key"));
    if (row != rows.end())
        row->second->setProblem(m_problem);
    else
        ui::showProblem(*m_whole, m_problem);
}

void ModelForm::renew(bool byUser)
{
    ModelShape shape;
    shape.name = m_name;
    m_problem.clear();
    m_presetRow->setProblem({});
    m_gradientRow->setProblem({});
    ui::showProblem(*m_whole, {});
    for (const probe::SwitchField& field : probe::switchFields())
        shape.*field.value = m_switches.find(field.key)->second->isChecked();
    shape.dataType = kTypes[std::max(0, m_dataType->currentIndex())];
    shape.fp8Scaling = kScalings[std::max(0, m_scaling->currentIndex())];
    m_scaling->setEnabled(shape.isFp8());
    shape.gradientType = kGradientTypes[std::max(0, m_gradientType->currentIndex())];
    shape.recompute = kRecomputes[std::max(0, m_recompute->currentIndex())];
    const bool hasNumbers = readNumbers(shape);
    const bool isRead = readLayers(shape) && hasNumbers;
    m_shape.reset();
    if (isRead) {
        if (const Result<void> ok = probe::checkShape(shape); !ok)
            showProblem(ok.error().message);
        else
            m_shape = shape;
    }
    if (byUser && m_shape && isRenamed(*m_shape))
        m_shape->name = m_name = tr("custom model").toStdString();
    showPreset();
    emit changed();
}

void ModelForm::showPreset()
{
    const auto& presets = probe::modelPresets();
    auto chosen = presets.end();
    if (m_shape)
        chosen = std::find_if(presets.begin(), presets.end(), [&](const probe::ModelPreset& known) {
            return isSameModel(*m_shape, known.shape);
        });
    m_preset->setCurrentIndex(static_cast<int>(chosen - presets.begin()));
    m_source->setVisible(chosen != presets.end());
    if (chosen != presets.end())
        m_source->setParagraph(QString::fromStdString(chosen->source));
}

} // namespace bubblescope::ui
