// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/geometry.h"
#include "core/scene/lane_index.h"

#include <QAccessible>
#include <cstdint>
#include <list>
#include <map>
#include <utility>
#include <vector>

namespace bubblescope::ui {

class TimelineAccessible;
class TimelineView;

/// The actions of a row in their order, bubbles left out: which cell is the n-th, and the other way round.
/// Empty where the row has no bubbles, else 4 bytes for 256 cells. Built in O(cells).
class RowActions
{
public:
    explicit RowActions(const Row& row);
    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] std::size_t cellOf(std::size_t action) const; ///< requires action < count()
    [[nodiscard]] std::size_t actionAt(std::size_t cell) const; ///< how many stand before the cell

private:
    const Row& m_row;
    std::vector<std::uint32_t> m_before; ///< actions before each group of cells
    std::size_t m_count = 0;
};

/// The latest used interfaces of one sort, by what they stand for; the others are deleted.
template <typename Key>
class KeptInterfaces
{
public:
    explicit KeptInterfaces(std::size_t most) : m_most(most) {}
    ~KeptInterfaces() { clear(); }
    Q_DISABLE_COPY_MOVE(KeptInterfaces)

    template <typename Make>
    QAccessibleInterface* get(const Key& key, const Make& make)
    {
        if (const auto found = m_items.find(key); found != m_items.end()) {
            m_order.splice(m_order.begin(), m_order, found->second.second);
            return QAccessible::accessibleInterface(found->second.first);
        }
        if (m_items.size() >= m_most) {
            QAccessible::deleteAccessibleInterface(m_items.at(m_order.back()).first);
            m_items.erase(m_order.back());
            m_order.pop_back();
        }
        QAccessibleInterface* made = make();
        m_order.push_front(key);
        m_items.emplace(key, std::pair(QAccessible::registerAccessibleInterface(made), m_order.begin()));
        return made;
    }
    void clear()
    {
        const auto items = std::exchange(m_items, {});
        m_order.clear();
        for (const auto& [key, item] : items)
            QAccessible::deleteAccessibleInterface(item.first);
    }
    [[nodiscard]] std::size_t size() const { return m_items.size(); }

private:
    std::size_t m_most;
    std::list<Key> m_order; ///< latest first
    std::map<Key, std::pair<QAccessible::Id, typename std::list<Key>::iterator>> m_items;
};

/// What lanes, actions, gaps, notes and areas have in common: they are no objects, and stand in a timeline,
/// right below it unless they say otherwise.
class TimelineItem : public QAccessibleInterface, public QAccessibleActionInterface
{
public:
    explicit TimelineItem(TimelineAccessible& timeline) : m_timeline(timeline) {}

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
    /// Of what can be selected: where the selection is, the focus is, and what cannot be seen is offscreen.
    [[nodiscard]] QAccessible::State selectableState(bool selected) const;
    /// On the screen, as much of what is drawn as its lane's band shows; empty for nothing.
    [[nodiscard]] QRect rectInBand(RankId rank, const std::optional<RectF>& drawn) const;
    /// Selects or marks it, and brings it into view.
    virtual void choose() = 0;

    TimelineAccessible& m_timeline;
};

class LaneItem : public TimelineItem
{
public:
    LaneItem(TimelineAccessible& timeline, RankId rank);

    [[nodiscard]] RankId rank() const { return m_rank; }
    [[nodiscard]] const RowActions& actions() const { return m_actions; }
    [[nodiscard]] QAccessibleInterface* child(int index) const override;
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override;
    [[nodiscard]] int childCount() const override;
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override;
    [[nodiscard]] QString text(QAccessible::Text which) const override;
    [[nodiscard]] QRect rect() const override;
    [[nodiscard]] QAccessible::State state() const override;

private:
    void choose() override;

    RankId m_rank;
    RowActions m_actions;
};

class ActionItem : public TimelineItem
{
public:
    ActionItem(TimelineAccessible& timeline, const ActionPosition& action);

    [[nodiscard]] const ActionPosition& action() const { return m_action; }
    [[nodiscard]] QAccessibleInterface* parent() const override;
    [[nodiscard]] QString text(QAccessible::Text which) const override;
    [[nodiscard]] QRect rect() const override;
    [[nodiscard]] QAccessible::State state() const override;

private:
    void choose() override;

    ActionPosition m_action;
};

/// The gap that is marked now; there is one at most.
class GapItem : public TimelineItem
{
public:
    using TimelineItem::TimelineItem;

    [[nodiscard]] bool isValid() const override;
    [[nodiscard]] QAccessibleInterface* parent() const override;
    [[nodiscard]] QString text(QAccessible::Text which) const override;
    [[nodiscard]] QRect rect() const override;
    [[nodiscard]] QAccessible::State state() const override;

private:
    void choose() override;
};

} // namespace bubblescope::ui
