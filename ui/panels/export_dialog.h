// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/picture_job.h"

#include <QDialog>
#include <QTimer>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
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
    enum RangeChoice : int { kWholeRun, kView, kPart };
    static constexpr int kDotsPerInch = 96;
    [[nodiscard]] static double cmOf(double px) { return px * kCmPerPx; }
    void makeTarget(QFormLayout& form);
    void makeSubject(QFormLayout& form);
    void makePart(QFormLayout& form);
    void makeSizes(QFormLayout& form);
    void makeLook(QFormLayout& form);
    void makeSwitches(QFormLayout& form);
    /// A row of the form; `second` stands beside the editor.
    void addRow(QFormLayout& form, const QString& title, QWidget* editor, QWidget* second = nullptr);
    [[nodiscard]] QDoubleSpinBox* makeNumber(double least, double most, int decimals, const QString& suffix);
    [[nodiscard]] std::vector<RankId> chosenRanks() const;
    /// Width in px and in cm, scale and dpi tell the same: the one follows the other.
    void linkSizes();
    void targetChosen();
    [[nodiscard]] QString sizeText(const PictureSize& size, const PictureSettings& settings) const;
    void settingsChanged();
    void renewPreview();

    EvaluationPtr m_evaluation;
    PictureSettings m_base; ///< what the form does not ask
    SegmentedChoice* m_target = nullptr;
    QDoubleSpinBox* m_font = nullptr;
    SegmentedChoice* m_format = nullptr;
    SegmentedChoice* m_subject = nullptr; ///< the schedule or the comparison; hidden without one
    SegmentedChoice* m_range = nullptr;
    QSpinBox* m_width = nullptr;
    QSpinBox* m_height = nullptr;
    QDoubleSpinBox* m_widthCm = nullptr;
    QDoubleSpinBox* m_scale = nullptr;
    QSpinBox* m_dpi = nullptr;
    QDoubleSpinBox* m_from = nullptr;
    QDoubleSpinBox* m_to = nullptr;
    QSpinBox* m_firstRank = nullptr;
    QSpinBox* m_lastRank = nullptr;
    QComboBox* m_labels = nullptr;
    QComboBox* m_theme = nullptr;
    QComboBox* m_page = nullptr;
    SegmentedChoice* m_pageColor = nullptr;
    QCheckBox* m_path = nullptr;
    QCheckBox* m_notes = nullptr;
    QCheckBox* m_selection = nullptr;
    QCheckBox* m_title = nullptr;
    QLineEdit* m_titleText = nullptr;
    QCheckBox* m_metrics = nullptr;
    QCheckBox* m_legend = nullptr;
    QCheckBox* m_memory = nullptr;
    QCheckBox* m_chain = nullptr; ///< hidden without a marked bubble
    QLabel* m_preview = nullptr;
    QLabel* m_sizeNote = nullptr;
    QPushButton* m_export = nullptr;
    QuantityUnit m_timeUnit; ///< of from and to
    QTimer m_previewTimer;
};

} // namespace bubblescope::ui
