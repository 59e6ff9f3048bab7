// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timeline_accessible.h"
#include "ui/timeline/timeline_view.h"

#include <QAccessibleWidget>
#include <list>
#include <map>
#include <utility>

namespace bubblescope::ui {

class TimelineAccessible;

/// A part of a timeline that is no object of Qt's.
struct ItemKey
{
    enum class Sort : std::uint8_t { Lane, Action, Gap, Note, Area };
    Sort sort = Sort::Area; ///< the marked gap and the measured area are one at most
    RankId rank{};
    std::size_t number = 0; ///< of an action in its row, of a note among those that are shown
    auto operator<=>(const ItemKey&) const = default;

    [[nodiscard]] static ItemKey lane(RankId rank) { return {Sort::Lane, rank}; }
    [[nodiscard]] static ItemKey action(const ActionPosition& action)
    {
        return {Sort::Action, action.rank, action.index};
    }
    [[nodiscard]] static ItemKey gap() { return {Sort::Gap}; }
    [[nodiscard]] static ItemKey note(std::size_t number) { return {Sort::Note, {}, number}; }
    [[nodiscard]] static ItemKey area() { return {Sort::Area}; }
    [[nodiscard]] ActionPosition position() const { return {rank, number}; }
};

/// What lanes, actions, gaps, notes and areas have in common: they are no objects, and stand in a timeline,
/// right below it unless they say otherwise.
class TimelineItem : public QAccessibleInterface, public QAccessibleActionInterface
{
public:
    TimelineItem(TimelineAccessible& timeline, const ItemKey& key) : m_timeline(timeline), m_key(key) {}
    [[nodiscard]] const ItemKey& key() const { return m_key; }
    [[nodiscard]] bool isValid() const override;
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QWindow* window() const override;
    [[nodiscard]] QAccessibleInterface* parent() const override;
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::TreeItem; }
    [[nodiscard]] QAccessibleInterface* childAt(int /*x*/, int /*y*/) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* child(int /*index*/) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* /*child*/) const override { return -1; }
    void setText(QAccessible::Text /*which*/, const QString& /*text*/) override {}
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }
    [[nodiscard]] QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    void doAction(const QString& name) override;
    [[nodiscard]] QStringList keyBindingsForAction(const QString& /*name*/) const override { return {}; }

protected:
    [[nodiscard]] TimelineView& view() const;
    [[nodiscard]] const LaneIndex& index() const;
    /// Of what can be selected: where the selection is, the focus is, and what cannot be seen is offscreen.
    [[nodiscard]] QAccessible::State selectableState(bool selected) const;
    /// On the screen, as much of what is drawn as its lane's band shows; empty for nothing.
    [[nodiscard]] QRect rectInBand(RankId rank, const std::optional<RectF>& drawn) const;
    /// Selects or marks it, and brings it into view.
    virtual void choose() = 0;

    TimelineAccessible& m_timeline;
    ItemKey m_key;
};

/// Of something that is there.
[[nodiscard]] TimelineItem* makeItem(TimelineAccessible& timeline, const ItemKey& key);

/// The latest used items; the others are deleted.
class KeptItems
{
public:
    explicit KeptItems(std::size_t most) : m_most(most) {}
    ~KeptItems() { clear(); }
    Q_DISABLE_COPY_MOVE(KeptItems)

    [[nodiscard]] QAccessibleInterface* get(TimelineAccessible& timeline, const ItemKey& key);
    void clear();
    [[nodiscard]] std::size_t size() const { return m_items.size(); }

private:
    std::size_t m_most;
    std::list<ItemKey> m_order; ///< latest first
    std::map<ItemKey, std::pair<QAccessible::Id, std::list<ItemKey>::iterator>> m_items;
};

/// The timeline itself: its children are the shown lanes, top to bottom, then the notes, the measured area,
/// and the widgets that stand in it.
class TimelineAccessible : public QAccessibleWidget
{
public:
    explicit TimelineAccessible(TimelineView* view) : QAccessibleWidget(view, QAccessible::Tree) {}
    ~TimelineAccessible() override { forget(); }

    [[nodiscard]] TimelineView& view() const { return *static_cast<TimelineView*>(widget()); }
    /// Of the evaluation that the kept children are of; null while nothing is shown.
    [[nodiscard]] const LaneIndex* index() const;
    /// The kept children are of what is shown now.
    [[nodiscard]] bool isCurrent() const { return m_evaluation == view().evaluation(); }
    [[nodiscard]] bool isThere(const ItemKey& key) const;
    /// Null for what is not there.
    [[nodiscard]] QAccessibleInterface* item(const ItemKey& key);

    /// What keys act on: what was chosen last of the focused note, the area, and the selection.
    enum class Sort : std::uint8_t { Selection, Note, Area };
    void setLatest(Sort sort) { m_latest = sort; }
    /// The latest; else the selected action, the marked gap or the chosen lane. Null if there is none.
    [[nodiscard]] QAccessibleInterface* chosen();
    /// A rectangle of the viewport on the screen, as far as it is to be seen; empty if nothing of it is.
    [[nodiscard]] QRect onScreen(const RectF& rect) const;
    /// Deletes the children of an evaluation that is no longer shown.
    void renew();
    [[nodiscard]] std::size_t kept() const { return m_lanes.size() + m_actions.size() + m_others.size(); }

    [[nodiscard]] int childCount() const override;
    [[nodiscard]] QAccessibleInterface* child(int index) const override;
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override;
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override;
    [[nodiscard]] QAccessibleInterface* focusChild() const override;
    [[nodiscard]] QString text(QAccessible::Text which) const override;

private:
    /// Children are made and dropped where Qt asks a constant interface for them.
    [[nodiscard]] TimelineAccessible& self() const { return const_cast<TimelineAccessible&>(*this); }
    void forget();
    [[nodiscard]] QString description() const;
    /// How many children come before the notes, and before the widgets.
    [[nodiscard]] std::size_t laneCount() const;
    [[nodiscard]] std::size_t itemCount() const;
    [[nodiscard]] std::vector<QWidget*> widgets() const;

    EvaluationPtr m_evaluation; ///< keeps alive what the children refer to
    KeptItems m_lanes{kKeptLanes}, m_actions{kKeptActions}, m_others{kKeptLanes};
    Sort m_latest = Sort::Selection;
};

} // namespace bubblescope::ui
