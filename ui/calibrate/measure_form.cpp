// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/measure_form.h"

#include "ui/widgets/choice_box.h"
#include "ui/widgets/list_parts.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

constexpr const char* kAttentions[] = {"auto", "cudnn", "unfused", "analytic"};

} // namespace

MeasureForm::MeasureForm(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 8, 0);
    m_layout->setSpacing(6);
    m_device = new ChoiceBox(this);
    m_device->setObjectName(QStringLiteral("calibrate-device"));
    m_layout->addWidget(
        new FormRow(tr("GPU"), tr("Which GPU of this machine to measure on"), m_device, this));
    connect(m_device, &QComboBox::activated, this, &MeasureForm::changed);
    m_look = makeLink(tr("Check again"), tr("Ask the probe again which GPUs there are"), this);
    m_look->setObjectName(QStringLiteral("calibrate-look"));
    m_layout->addWidget(m_look, 0, Qt::AlignLeft);
    connect(m_look, &QPushButton::clicked, this, &MeasureForm::lookAsked);
    m_layout->addWidget(makeGroupHeading(tr("Precision"), this));
    m_target = new NumberRow({tr("Accept at"),
                              tr("A time is accepted when the half-width of its 95 % interval is below this"),
                              tr("% half-width"), QStringLiteral("calibrate-target")},
                             true, this);
    m_target->setRule(
        [](double value) { return value >= 0.01 && value <= 50 ? QString() : tr("Expected 0.01 to 50."); });
    m_target->setValue(1);
    m_seconds = new NumberRow({tr("Time limit"),
                               tr("Then measuring ends, and times that are not yet accepted are flagged"),
                               tr("s"), QStringLiteral("calibrate-seconds")},
                              true, this);
    m_seconds->setRule(
        [](double value) { return value >= 1 && value <= 86400 ? QString() : tr("Expected 1 to 86400."); });
    m_seconds->setValue(120);
    for (NumberRow* row : {m_target, m_seconds}) {
        m_layout->addWidget(row);
        connect(row, &NumberRow::edited, this, [this, row] {
            row->check();
            emit changed();
        });
    }
    makeSwitches();
    m_libraries = makeEntryField(tr("Libraries"), this);
    m_libraries->setObjectName(QStringLiteral("calibrate-libraries"));
    m_libraries->setPlaceholderText(tr("system default"));
    m_libraries->setMinimumHeight(26);
    m_layout->addWidget(
        new FormRow(tr("Libraries"),
                    tr("Folder of the CUDA libraries (libcublasLt). Empty: where the system looks for them"),
                    m_libraries, this));
    connect(m_libraries, &QLineEdit::editingFinished, this, &MeasureForm::changed);
}

QCheckBox* MeasureForm::addSwitch(const QString& title, const QString& help, const char* name, bool on)
{
    auto* box = new QCheckBox(title, this);
    box->setObjectName(QLatin1String(name));
    box->setToolTip(help);
    box->setAccessibleDescription(help);
    box->setChecked(on);
    m_layout->addWidget(box);
    connect(box, &QCheckBox::clicked, this, &MeasureForm::changed);
    return box;
}

void MeasureForm::makeSwitches()
{
    m_attention = new ChoiceBox(this);
    m_attention->setObjectName(QStringLiteral("calibrate-attention-way"));
    m_attention->addItems({tr("As available"), tr("cuDNN"), tr("Unfused"), tr("From the matrix rate")});
    m_layout->addWidget(new FormRow(
        tr("Attention by"), tr("How attention is run, or whether it is computed from the measured rate"),
        m_attention, this));
    connect(m_attention, &QComboBox::activated, this, &MeasureForm::changed);
    m_quick = addSwitch(tr("Quick"), tr("A tenth of the rounds"), "calibrate-quick", false);
    m_autotune = addSwitch(tr("Best algorithm of each product"),
                           tr("Time up to 8 and use the fastest; frameworks use the first"),
                           "calibrate-autotune", false);
    m_idle = addSwitch(tr("Only an idle GPU"), tr("Refuse a GPU that other programs use"), "calibrate-idle",
                       false);
    m_layout->addWidget(makeGroupHeading(tr("In addition to F, I, W and B"), this));
    m_overlap = addSwitch(tr("Overlap"), tr("A forward alongside a backward, on two streams"),
                          "calibrate-overlap", true);
    m_transfers = addSwitch(tr("Transfers"),
                            tr("Copies between GPUs; with only one GPU, copies within it as a stand-in"),
                            "calibrate-transfers", true);
    m_optimizer =
        addSwitch(tr("Optimizer"), tr("AdamW, and gradient accumulation"), "calibrate-optimizer", true);
}

void MeasureForm::showDevices(const DeviceList& list)
{
    const ProbeDevice before = device() ? *device() : ProbeDevice{};
    m_devices = list.devices();
    m_device->clear();
    for (const ProbeDevice& device : m_devices)
        m_device->addItem(QStringLiteral("%1 · %2").arg(device.index).arg(device.name));
    if (m_devices.empty())
        m_device->addItem(list.isAsking() ? tr("Checking…") : tr("None"));
    for (std::size_t i = 0; i < m_devices.size(); ++i)
        if (m_devices[i] == before)
            m_device->setCurrentIndex(static_cast<int>(i));
    m_device->setEnabled(!m_devices.empty());
    m_look->setEnabled(!list.isAsking());
}

const ProbeDevice* MeasureForm::device() const
{
    const auto place = static_cast<std::size_t>(std::max(0, m_device->currentIndex()));
    return place < m_devices.size() ? &m_devices[place] : nullptr;
}

QString MeasureForm::libraries() const
{
    return m_libraries->text().trimmed();
}

std::optional<MeasureOptions> MeasureForm::options() const
{
    if (!device() || !m_target->value() || !m_seconds->value())
        return std::nullopt;
    MeasureOptions options;
    options.device = device()->index;
    options.targetPercent = *m_target->value();
    options.maxSeconds = *m_seconds->value();
    options.attention = QLatin1String(kAttentions[std::max(0, m_attention->currentIndex())]);
    options.libraries = libraries();
    options.overlap = m_overlap->isChecked();
    options.transfers = m_transfers->isChecked();
    options.optimizer = m_optimizer->isChecked();
    options.quick = m_quick->isChecked();
    options.autotune = m_autotune->isChecked();
    options.requireIdle = m_idle->isChecked();
    return options;
}

} // namespace bubblescope::ui
