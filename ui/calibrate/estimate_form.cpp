// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/estimate_form.h"

#include "core/io/file.h"
#include "ui/document/core_text.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/folded_label.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/number_field.h"

#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>

namespace bubblescope::ui {

namespace {

using probe::EstimatorConstants;

constexpr std::uint64_t kLargestDevice = std::uint64_t{16} << 20U;
/// Beyond what any device will have; so no time becomes 0 or infinite.
constexpr double kMostFigure = 1e9;
constexpr double kBytesPerUsOfGbps = 1e3;

QString viewed(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

EstimateForm::EstimateForm(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 8, 0);
    m_layout->setSpacing(6);
    makeDevice();
    makeConstants();
    chooseDevice(QStringLiteral("h200"));
}

void EstimateForm::makeDevice()
{
    m_device = new ChoiceBox(this);
    m_device->setObjectName(QStringLiteral("calibrate-sheet"));
    for (const probe::DeviceSheet& sheet : probe::deviceSheets())
        m_device->addItem(QString::fromStdString(sheet.name));
    m_device->addItem(tr("Custom figures"));
    m_device->addItem(tr("From a file…"));
    m_deviceRow =
        new FormRow(tr("Datasheet"),
                    tr("A device's published figures, or a file with such figures or with measured ones"),
                    m_device, this);
    m_layout->addWidget(m_deviceRow);
    connect(m_device, &QComboBox::activated, this, &EstimateForm::takeChoice);
    m_source = new FoldedLabel(2, this);
    m_source->setObjectName(QStringLiteral("calibrate-source"));
    m_source->setProperty("quiet", true);
    m_layout->addWidget(m_source);
    m_peak = addSheetRow({tr("Peak rate"), tr("For dense matrix products in the model's data type"),
                          tr("TFLOP/s"), QStringLiteral("calibrate-peak")},
                         0);
    m_memory = addSheetRow({tr("Memory rate"), tr("For the device's own memory"), tr("GB/s"),
                            QStringLiteral("calibrate-memory")},
                           0, TypedUnit::Rate);
    m_link = addSheetRow({tr("Link rate"), tr("Between two devices, one direction"), tr("GB/s"),
                          QStringLiteral("calibrate-link")},
                         0, TypedUnit::Rate);
    m_multiprocessors = addSheetRow({tr("Multiprocessors"),
                                     tr("Matrix products are computed in waves of this many tiles"),
                                     {},
                                     QStringLiteral("calibrate-sms")},
                                    1);
}

NumberRow* EstimateForm::makeRow(const NumberRow::Text& text, bool real, TypedUnit unit)
{
    if (unit == TypedUnit::None)
        return new NumberRow(text, real, this);
    auto* row = new NumberRow(text, NumberRow::Range{0, std::numeric_limits<double>::max(), false}, this);
    // "4.8 TB/s" beside GB/s, "1 ms" beside µs.
    if (unit == TypedUnit::Rate)
        row->setMeasure({Quantity::Bandwidth, "us"}, kBytesPerUsOfGbps);
    else
        row->setMeasure({Quantity::Duration, "us"}, 1);
    return row;
}

NumberRow* EstimateForm::addSheetRow(const NumberRow::Text& text, double least, TypedUnit unit)
{
    NumberRow* row = makeRow(text, least == 0, unit);
    row->setRule([least](double value) {
        if (value > kMostFigure)
            return tr("Too large: is it in another unit?");
        if (least > 0 && value < least)
            return tr("Expected at least %1.").arg(least);
        return value > 0 ? QString() : tr("Expected more than 0.");
    });
    m_layout->addWidget(row);
    connect(row, &NumberRow::edited, this, &EstimateForm::takeEdits);
    return row;
}

void EstimateForm::makeConstants()
{
    m_layout->addWidget(makeGroupHeading(tr("Assumed"), this));
    addConstant({tr("Matrix products"),
                 tr("Share of the peak rate that a matrix product in full tiles reaches"), tr("of the peak"),
                 QStringLiteral("calibrate-gemm")},
                &EstimatorConstants::gemm);
    addConstant({tr("Attention"), tr("Share of the peak rate that attention reaches"), tr("of the peak"),
                 QStringLiteral("calibrate-attention")},
                &EstimatorConstants::attention);
    addConstant({tr("Its backward"), tr("FLOPs of attention's backward for each FLOP that is counted"),
                 tr("times"), QStringLiteral("calibrate-attention-backward")},
                &EstimatorConstants::attentionBackward);
    addConstant({tr("Memory"), tr("Share of the memory rate that is reached"), tr("of the rate"),
                 QStringLiteral("calibrate-bandwidth")},
                &EstimatorConstants::bandwidth);
    addConstant({tr("Link"), tr("Share of the link rate that is reached"), tr("of the rate"),
                 QStringLiteral("calibrate-link-share")},
                &EstimatorConstants::link);
    addConstant({tr("Launch"), tr("Before each kernel"), tr("µs"), QStringLiteral("calibrate-launch")},
                &EstimatorConstants::launchUs, TypedUnit::Time);
    addConstant(
        {tr("Link latency"), tr("Of each transfer"), tr("µs"), QStringLiteral("calibrate-link-latency")},
        &EstimatorConstants::linkLatencyUs, TypedUnit::Time);
    addTile({tr("Tile rows"),
             tr("Of the tile in which a matrix product is computed"),
             {},
             QStringLiteral("calibrate-tile-rows")},
            &EstimatorConstants::tileRows);
    addTile({tr("Tile columns"),
             tr("Of the tile in which a matrix product is computed"),
             {},
             QStringLiteral("calibrate-tile-columns")},
            &EstimatorConstants::tileColumns);
    m_defaults = makeLink(tr("Restore defaults"), tr("For everything that is assumed"), this);
    m_defaults->setObjectName(QStringLiteral("calibrate-defaults"));
    m_layout->addWidget(m_defaults, 0, Qt::AlignLeft);
    connect(m_defaults, &QPushButton::clicked, this, [this] {
        showConstants(probe::usualConstants(m_sheet));
        takeEdits();
    });
    showConstants({});
}

void EstimateForm::addConstant(const NumberRow::Text& text, double EstimatorConstants::*member,
                               TypedUnit unit)
{
    finishConstant({makeRow(text, true, unit),
                    [member](EstimatorConstants& constants, double value) { constants.*member = value; },
                    [member](const EstimatorConstants& constants) { return constants.*member; }});
}

void EstimateForm::addTile(const NumberRow::Text& text, std::int64_t EstimatorConstants::*member)
{
    finishConstant(
        {new NumberRow(text, false, this),
         [member](EstimatorConstants& constants, double value) {
             constants.*member = static_cast<std::int64_t>(value);
         },
         [member](const EstimatorConstants& constants) { return static_cast<double>(constants.*member); }});
}

void EstimateForm::finishConstant(const Constant& constant)
{
    // Each by itself: the estimator's own rule, with the other constants as they usually are.
    constant.row->setRule([set = constant.set](double value) {
        if (value > kMostFigure)
            return tr("Too large: is it in another unit?");
        EstimatorConstants constants;
        set(constants, value);
        const Result<void> ok = probe::checkConstants(constants);
        return ok ? QString() : coreSentence(ok.error().message);
    });
    m_layout->addWidget(constant.row);
    connect(constant.row, &NumberRow::edited, this, &EstimateForm::takeEdits);
    m_constants.push_back(constant);
}

void EstimateForm::showConstants(const EstimatorConstants& constants)
{
    for (const Constant& constant : m_constants)
        constant.row->setValue(constant.get(constants));
}

double& EstimateForm::peak()
{
    switch (m_type) {
    case probe::DataType::Tf32:
        return m_sheet.tf32Tflops;
    case probe::DataType::Fp32:
        return m_sheet.fp32Tflops;
    case probe::DataType::Fp8:
        return m_sheet.fp8Tflops;
    case probe::DataType::Bf16:
    case probe::DataType::Fp16:
        break;
    }
    return m_sheet.bf16Tflops;
}

void EstimateForm::setDataType(probe::DataType type)
{
    if (type == m_type)
        return;
    m_type = type;
    showSheet();
}

void EstimateForm::takeChoice(int index)
{
    const auto& sheets = probe::deviceSheets();
    const auto place = static_cast<std::size_t>(index);
    if (place < sheets.size()) {
        chooseDevice(QString::fromStdString(sheets[place].key));
        return;
    }
    const QString path = place == sheets.size() || !askPath ? QString() : askPath();
    if (path.isEmpty())
        showSheet();
    else
        openFile(path);
}

void EstimateForm::chooseDevice(const QString& key)
{
    const Result<probe::DeviceSheet> sheet = probe::findDevice(key.toStdString());
    if (!sheet)
        return;
    takeSheet(*sheet);
}

void EstimateForm::takeSheet(const probe::DeviceSheet& sheet)
{
    // Shares of what was promised mean nothing of what was measured.
    if (sheet.isMeasured != m_sheet.isMeasured)
        showConstants(probe::usualConstants(sheet));
    m_sheet = sheet;
    m_named = QString::fromStdString(m_sheet.name);
    showSheet();
    emit changed();
}

void EstimateForm::openFile(const QString& path)
{
    const std::string name = QFileInfo(path).fileName().toStdString();
    const Result<probe::DeviceSheet> sheet =
        readFile(path.toStdString(), kLargestDevice).and_then([&](const std::string& text) {
            return probe::readDevice(text, name);
        });
    showSheet();
    if (!sheet) {
        m_deviceRow->setProblem(errorHeadline(sheet.error()));
        return;
    }
    takeSheet(*sheet);
}

void EstimateForm::showSheet()
{
    const auto& sheets = probe::deviceSheets();
    const auto known = std::find(sheets.begin(), sheets.end(), m_sheet);
    m_device->setCurrentIndex(static_cast<int>(known - sheets.begin()));
    m_deviceRow->setProblem({});
    m_source->setParagraph(QString::fromStdString(m_sheet.source));
    m_source->setVisible(!m_sheet.source.empty());
    m_peak->setValue(peak());
    m_memory->setValue(m_sheet.memoryGbps);
    m_link->setValue(m_sheet.linkGbps);
    m_multiprocessors->setValue(m_sheet.smCount);
    m_peak->check();
    if (peak() <= 0)
        m_peak->setProblem(tr("%1 has no %2 units: enter its rate, or choose another data type or device.")
                               .arg(m_named, viewed(probe::dataTypeName(m_type))));
}

void EstimateForm::takeEdits()
{
    bool good = true;
    for (NumberRow* row : {m_peak, m_memory, m_link, m_multiprocessors})
        good &= row->check();
    for (const Constant& constant : m_constants)
        constant.row->check();
    if (good) {
        peak() = *m_peak->value();
        m_sheet.memoryGbps = *m_memory->value();
        m_sheet.linkGbps = *m_link->value();
        m_sheet.smCount = static_cast<int>(*m_multiprocessors->value());
        const auto& sheets = probe::deviceSheets();
        const auto original =
            std::find_if(sheets.begin(), sheets.end(),
                         [this](const probe::DeviceSheet& sheet) { return sheet.key == m_sheet.key; });
        // Figures that were changed must not pass for the datasheet's.
        probe::DeviceSheet unchanged = m_sheet;
        unchanged.name = m_named.toStdString();
        const bool isChanged = original != sheets.end() && *original != unchanged;
        m_sheet.name = isChanged ? tr("%1, changed", "device").arg(m_named).toStdString() : unchanged.name;
        showSheet();
    }
    emit changed();
}

QString EstimateForm::deviceName() const
{
    return QString::fromStdString(m_sheet.name);
}

Result<probe::Estimator> EstimateForm::estimator() const
{
    for (const NumberRow* row : {m_peak, m_memory, m_link, m_multiprocessors})
        if (!row->value())
            return invalidInput(ownWords(QStringLiteral("%1: %2").arg(row->title(), row->problemText())));
    EstimatorConstants constants;
    for (const Constant& constant : m_constants) {
        if (!constant.row->value())
            return invalidInput(
                ownWords(QStringLiteral("%1: %2").arg(constant.row->title(), constant.row->problemText())));
        constant.set(constants, *constant.row->value());
    }
    return probe::Estimator::make(m_sheet, m_type, constants);
}

} // namespace bubblescope::ui
