// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "probe/plan/estimator.h"
#include "ui/widgets/number_row.h"

#include <functional>

class QPushButton;
class QVBoxLayout;

namespace bubblescope::ui {

class ChoiceBox;
class FoldedLabel;

/// A device by its datasheet, and what the estimate assumes; all of it can be edited.
class EstimateForm : public QWidget
{
    Q_OBJECT

public:
    explicit EstimateForm(QWidget* parent = nullptr);

    /// Of which type the peak rate is shown.
    void setDataType(probe::DataType type);
    /// An estimator for that type; else an error that says why not, which the rows say, too.
    [[nodiscard]] Result<probe::Estimator> estimator() const;
    void chooseDevice(const QString& key);
    [[nodiscard]] QString deviceName() const;
    /// A device of one's own, or a measured calibration, whose ceilings count then.
    void openFile(const QString& path);
    /// Which file to open; empty = none.
    std::function<QString()> askPath;

signals:
    void changed();

private:
    struct Constant
    {
        NumberRow* row;
        std::function<void(probe::EstimatorConstants&, double)> set;
        std::function<double(const probe::EstimatorConstants&)> get;
    };

    void makeDevice();
    void makeConstants();
    /// What may be typed behind a number; the unit beside the field is meant where nothing is.
    enum class TypedUnit { None, Rate, Time };
    NumberRow* makeRow(const NumberRow::Text& text, bool real, TypedUnit unit);
    NumberRow* addSheetRow(const NumberRow::Text& text, double least, TypedUnit unit = TypedUnit::None);
    void addConstant(const NumberRow::Text& text, double probe::EstimatorConstants::*member,
                     TypedUnit unit = TypedUnit::None);
    void addTile(const NumberRow::Text& text, std::int64_t probe::EstimatorConstants::*member);
    void finishConstant(const Constant& constant);
    void takeChoice(int index);
    void takeSheet(const probe::DeviceSheet& sheet);
    void showSheet();
    void showConstants(const probe::EstimatorConstants& constants);
    void takeEdits();
    [[nodiscard]] double& peak();

    QVBoxLayout* m_layout;
    ChoiceBox* m_device = nullptr;
    FormRow* m_deviceRow = nullptr;
    FoldedLabel* m_source = nullptr;
    NumberRow* m_peak = nullptr;
    NumberRow* m_memory = nullptr;
    NumberRow* m_link = nullptr;
    NumberRow* m_multiprocessors = nullptr;
    std::vector<Constant> m_constants;
    QPushButton* m_defaults = nullptr;
    probe::DeviceSheet m_sheet;
    QString m_named; ///< as the datasheet or the file calls it
    probe::DataType m_type = probe::DataType::Bf16;
};

} // namespace bubblescope::ui
