// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparison.h"
#include "ui/widgets/table_delegate.h"
#include "ui/widgets/table_model.h"

#include <QStringList>
#include <optional>
#include <vector>

namespace bubblescope::ui {

/// A figure of all sides of a comparison.
struct CompareLine
{
    enum class Unit : std::uint8_t { Time, Rate, Factor, Amount, Memory, Count };

    QString measure;
    Unit unit = Unit::Time;
    std::vector<std::optional<double>> values = {}; ///< of each side
    bool lessIsBetter = false;                      ///< else nothing is
    bool isComparable = true;
    std::optional<RankId> rank = {};
    QString help = {}; ///< how it is computed, where that is a question
};

/// The metrics of all sides of a comparison, a column each: of the whole, of the selected action, and of each
/// rank. The best value of a row is marked; what a side differs in from the first stands beside its value.
class CompareModel : public RecordModel<CompareLine>
{
    Q_OBJECT

public:
    /// Columns; the references follow each other.
    enum Column { Measure, Current, Reference };
    static constexpr int kDifferenceRole = kBesideRole; ///< "+3 (+5.6 %)" against the first, in words
    static constexpr int kBestRole = ui::kBestRole;     ///< whether it is the best of its row

    explicit CompareModel(QObject* parent = nullptr);

    /// What the comparison holds now, with that action of the current side; empty while there are no two
    /// sides.
    void show(const Comparison& comparison, const std::optional<ActionPosition>& selected);
    /// The rank that a row is about; nothing for the whole.
    [[nodiscard]] std::optional<RankId> rankAt(const QModelIndex& index) const;
    /// How the references' columns are headed where the whole titles do not fit.
    void setHeadings(const QStringList& shortened);
    [[nodiscard]] const QStringList& titles() const { return m_titles; }
    /// Whether times of all sides can be told from each other; see haveSameWork().
    [[nodiscard]] bool isOneWork() const { return m_isOneWork; }
    /// These rows in full precision: the values of all sides, then what each reference differs in from the
    /// first, and that as a share.
    [[nodiscard]] QString csv(const std::vector<QModelIndex>& rows) const;

protected:
    [[nodiscard]] QVariant look(const CompareLine& line, int column, int role) const override;

private:
    using Line = CompareLine;
    using Unit = Line::Unit;
    using Value = std::optional<double>;
    void arrangeColumns();
    void addWhole();
    void addMatches(const DifferencePicture& picture, std::size_t reference);
    void addSelected(const ActionPosition& selected);
    void addRanks();
    template <typename ValueOf>
    void add(const QString& measure, Unit unit, bool lessIsBetter, const ValueOf& valueOf);
    /// Whether a value may be told from the first one's.
    [[nodiscard]] bool isComparable(const Line& line, std::size_t side) const;
    [[nodiscard]] bool isBest(const Line& line, std::size_t side) const;
    [[nodiscard]] QString measureText(const Line& line) const;
    [[nodiscard]] QString figure(const Line& line, std::size_t side) const;
    [[nodiscard]] QString difference(const Line& line, std::size_t side, bool isShort = false) const;

    std::vector<EvaluationPtr> m_sides;
    QStringList m_titles;
    QStringList m_headings;            ///< of all sides; as the titles, or shorter
    std::vector<bool> m_isInFirstUnit; ///< of each side: its times count as the first one's
    std::vector<bool> m_countsAlike;   ///< of each side: its memory counts as the first one's
    bool m_isOneUnit = true;
    bool m_isOneWork = true; ///< all sides do the same work, as far as they should
};

} // namespace bubblescope::ui
