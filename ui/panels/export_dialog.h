// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/picture_job.h"

#include <QDialog>
#include <QTimer>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QSpinBox;
class QDoubleSpinBox;

namespace bubblescope::ui {

class SegmentedChoice;

/// How the picture shall be, with a preview of just that. Writes nothing: the window does, with settings().
class ExportDialog : public QDialog
{
    Q_OBJECT

public:
    ExportDialog(EvaluationPtr evaluation, const PictureSettings& settings, QWidget* parent);

    [[nodiscard]] PictureSettings settings() const;
    void setSettings(const PictureSettings& settings);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeForm(QFormLayout& form);
    void makeSwitches(QFormLayout& form);
    void settingsChanged();
    void renewPreview();

    EvaluationPtr m_evaluation;
    PictureSettings m_base; ///< what the form does not ask
    SegmentedChoice* m_format = nullptr;
    SegmentedChoice* m_subject = nullptr; ///< the schedule or the comparison; hidden without one
    SegmentedChoice* m_range = nullptr;
    QSpinBox* m_width = nullptr;
    QSpinBox* m_height = nullptr;
    QDoubleSpinBox* m_scale = nullptr;
    QComboBox* m_theme = nullptr;
    QComboBox* m_page = nullptr;
    QCheckBox* m_transparent = nullptr;
    QCheckBox* m_title = nullptr;
    QCheckBox* m_metrics = nullptr;
    QCheckBox* m_legend = nullptr;
    QCheckBox* m_memory = nullptr;
    QLabel* m_preview = nullptr;
    QLabel* m_sizeNote = nullptr;
    QPushButton* m_export = nullptr;
    QTimer m_previewTimer;
};

} // namespace bubblescope::ui
