// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "probe/plan/model_presets.h"
#include "ui/widgets/number_row.h"

#include <functional>
#include <map>

class QCheckBox;
class QLineEdit;
class QVBoxLayout;

namespace bubblescope::ui {

class ChoiceBox;
class FoldedLabel;

/// The model: a published one, or field by field. Its layers follow the schedule's number of stages until the
/// user says otherwise.
class ModelForm : public QWidget
{
    Q_OBJECT

public:
    explicit ModelForm(QWidget* parent = nullptr);

    /// What is described, if that is a model; else the rows say why not.
    [[nodiscard]] const std::optional<probe::ModelShape>& shape() const { return m_shape; }
    /// Why there is no shape; empty if there is one.
    [[nodiscard]] const QString& problem() const { return m_problem; }
    void setShape(const probe::ModelShape& shape);
    void choosePreset(const QString& key);
    void setStageCount(std::uint32_t stages);
    /// Opens a model file, or says under the choice why not.
    void openFile(const QString& path);
    /// Which file to open; empty = none.
    std::function<QString()> askPath;

signals:
    void changed();

private:
    void makePresets();
    void makeNumbers(const QString& heading, const std::vector<std::string_view>& keys);
    void makeSwitches(const std::vector<std::string_view>& keys);
    void makeLayers();
    void makePrecision();
    ChoiceBox* addChoice(const NumberRow::Text& text, const QStringList& choices, FormRow*& row);
    void takePreset(int index);
    void renew(bool byUser);
    void showPreset();
    void showLayers();
    [[nodiscard]] bool readLayers(probe::ModelShape& shape);
    [[nodiscard]] bool readNumbers(probe::ModelShape& shape);
    void showProblem(const Sentence& message);

    QVBoxLayout* m_layout;
    ChoiceBox* m_preset = nullptr;
    FormRow* m_presetRow = nullptr;
    FoldedLabel* m_source = nullptr;
    std::map<std::string, NumberRow*, std::less<>> m_numbers; ///< by the field's key
    std::map<std::string, QCheckBox*, std::less<>> m_switches;
    NumberRow* m_layerCount = nullptr;
    QLineEdit* m_layers = nullptr;
    FormRow* m_layersRow = nullptr;
    ChoiceBox* m_dataType = nullptr;
    ChoiceBox* m_scaling = nullptr;
    ChoiceBox* m_gradientType = nullptr;
    ChoiceBox* m_recompute = nullptr;
    FormRow* m_gradientRow = nullptr;
    QLabel* m_whole; ///< what is wrong with the model as a whole
    std::string m_name;
    bool m_isLayerCountWrong = false;
    bool m_splitsLayers = true; ///< evenly; else as the user wrote them
    std::int64_t m_layerTotal = 0;
    std::uint32_t m_stages = 1;
    std::optional<probe::ModelShape> m_shape;
    QString m_problem;
};

} // namespace bubblescope::ui
