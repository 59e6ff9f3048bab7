// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/calibrate/device_list.h"
#include "ui/calibrate/probe_program.h"
#include "ui/widgets/number_row.h"

class QCheckBox;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace bubblescope::ui {

class ChoiceBox;

/// On which GPU to measure, what and how carefully.
class MeasureForm : public QWidget
{
    Q_OBJECT

public:
    explicit MeasureForm(QWidget* parent = nullptr);

    /// What the probe has found, or why it has found nothing.
    void showDevices(const DeviceList& list);
    [[nodiscard]] bool hasDevice() const { return !m_devices.empty(); }
    [[nodiscard]] const ProbeDevice* device() const;
    /// Nothing where a value is not admissible; its row says why.
    [[nodiscard]] std::optional<MeasureOptions> options() const;
    [[nodiscard]] QString libraries() const;

signals:
    void changed();
    void lookAsked();

private:
    void makeSwitches();
    QCheckBox* addSwitch(const QString& title, const QString& help, const char* name, bool on);

    QVBoxLayout* m_layout;
    ChoiceBox* m_device = nullptr;
    QPushButton* m_look = nullptr;
    NumberRow* m_target = nullptr;
    NumberRow* m_seconds = nullptr;
    ChoiceBox* m_attention = nullptr;
    QCheckBox* m_overlap = nullptr;
    QCheckBox* m_transfers = nullptr;
    QCheckBox* m_optimizer = nullptr;
    QCheckBox* m_quick = nullptr;
    QCheckBox* m_autotune = nullptr;
    QCheckBox* m_idle = nullptr;
    QLineEdit* m_libraries = nullptr;
    std::vector<ProbeDevice> m_devices;
};

} // namespace bubblescope::ui
