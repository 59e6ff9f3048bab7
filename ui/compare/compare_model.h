// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparison.h"

#include <QAbstractTableModel>
#include <optional>
#include <vector>

namespace bubblescope::ui {

/// The metrics of both sides of a comparison, and what they differ in: of the whole, of the selected action,
/// and of each rank.
class CompareModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Measure, Current, Reference, Difference, Share, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// What the comparison holds now, with that action of the current side; empty while there are no two
    /// sides.
    void show(const Comparison& comparison, const std::optional<ActionPosition>& selected);
    /// The rank that a row is about; nothing for the whole.
    [[nodiscard]] std::optional<RankId> rankAt(const QModelIndex& index) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    enum class Unit : std::uint8_t { Time, Rate, Amount, Bytes, Count };
    struct Line
    {
        QString measure;
        Unit unit = Unit::Time;
        std::optional<double> current;
        std::optional<double> reference;
        bool isComparable = true;
        std::optional<RankId> rank = {};
    };
    /// Whether sizes of memory may be told from each other.
    [[nodiscard]] static bool countsAlike(const Evaluation& current, const Evaluation& reference);
    [[nodiscard]] static Unit memoryUnitOf(const Evaluation& current, const Evaluation& reference);
    void addWhole(const Evaluation& current, const Evaluation& reference);
    void addMatches(const DifferencePicture& picture);
    void addSelected(const Evaluation& current, const Evaluation& reference, const ActionPosition& selected);
    void addRanks(const Evaluation& current, const Evaluation& reference);
    [[nodiscard]] QString text(const Line& line, int column) const;
    [[nodiscard]] static QString figure(const Line& line, const std::optional<double>& value);
    [[nodiscard]] static std::optional<double> raw(const Line& line, int column);

    std::vector<Line> m_lines;
    QString m_unit; ///< of the times; empty where the sides have different ones
    bool m_isOneAxis = true;
};

} // namespace bubblescope::ui
