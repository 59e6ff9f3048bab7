// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/calibrate/calibration_file.h"
#include "ui/calibrate/device_list.h"
#include "ui/calibrate/probe_run.h"

#include <QDialog>
#include <QTimer>

#include "probe/plan/model_shape.h"

class QLabel;
class QPushButton;
class QTabWidget;

namespace bubblescope::ui {

class EstimateForm;
class MeasureForm;
class ModelForm;
class ResultPanel;
class RunRow;
class SegmentedChoice;

/// Times of a model's stages on a device: measured by bubblescope-probe where there is a GPU, else estimated
/// in this process, at once with every change. Changes nothing itself: the window applies and saves.
class CalibrateDialog : public QDialog
{
    Q_OBJECT

public:
    enum class Mode : std::uint8_t { Estimate, Measure };

    explicit CalibrateDialog(QWidget* parent = nullptr);
    ~CalibrateDialog() override;

    /// Of the open schedule.
    void setStageCount(std::uint32_t stages);
    /// Which probe to run, and asks it for its GPUs; empty = there is none.
    void setProgram(const QString& program);
    void setMode(Mode mode);
    [[nodiscard]] Mode mode() const;
    /// Says what became of the calibration that was applied or saved.
    void say(const QString& text);

    [[nodiscard]] ModelForm* model() const { return m_model; }
    [[nodiscard]] EstimateForm* estimate() const { return m_estimate; }
    [[nodiscard]] MeasureForm* measure() const { return m_measure; }
    [[nodiscard]] ResultPanel* results() const { return m_results; }
    [[nodiscard]] RunRow* runRow() const { return m_runRow; }
    [[nodiscard]] ProbeRun* run() const { return m_run; }
    [[nodiscard]] DeviceList* devices() const { return m_devices; }
    /// Why times are estimated, or how a measurement ended; empty for nothing.
    [[nodiscard]] QString notice() const;

    /// While a measurement runs, the first call stops it.
    void reject() override;

signals:
    void applyAsked(const bubblescope::ui::CalibrationFilePtr& file);
    void saveAsked(const bubblescope::ui::CalibrationFilePtr& file);

private:
    void makeForms(QWidget* holder);
    void makeButtons();
    void connectParts();
    void renew();
    void renewEstimate();
    void showMode();
    void showPlan();
    void showDevices();
    void start();
    void takeEnd(const ProbeEnd& end);
    void setNotice(const ProbeWords& words, const QString& detail, bool isFailure);

    SegmentedChoice* m_mode = nullptr;
    QTabWidget* m_tabs = nullptr;
    QWidget* m_left = nullptr;
    QWidget* m_estimatePage = nullptr;
    QWidget* m_measurePage = nullptr;
    ModelForm* m_model = nullptr;
    EstimateForm* m_estimate = nullptr;
    MeasureForm* m_measure = nullptr;
    ResultPanel* m_results = nullptr;
    RunRow* m_runRow = nullptr;
    QLabel* m_notice = nullptr;
    QLabel* m_said = nullptr;
    QPushButton* m_apply = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_close = nullptr;
    ProbeRun* m_run;
    DeviceList* m_devices;
    QString m_program;
    bool m_modeChosen = false; ///< by the user
    QTimer m_renew;
    CalibrationFilePtr m_estimated, m_measured;
    std::optional<probe::ModelShape> m_startedShape, m_measuredShape;
    QString m_estimateProblem;
};

} // namespace bubblescope::ui
