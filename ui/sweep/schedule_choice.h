// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/request.h"

#include <QWidget>
#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;

namespace bubblescope::ui {

/// Which schedules take part: the catalog as a list to check, with a filter.
class ScheduleChoice : public QWidget
{
    Q_OBJECT

public:
    explicit ScheduleChoice(QWidget* parent = nullptr);

    /// This schedule takes part with its placement and its own options, the others with their defaults.
    void setOwn(const ScheduleRequest& request);
    /// By names of the catalog; all others are unchecked.
    void choose(const std::vector<std::string>& names);
    /// In the catalog's order. Their numbers mean nothing.
    [[nodiscard]] std::vector<ScheduleRequest> chosen() const;
    [[nodiscard]] QLineEdit* filter() const { return m_filter; }
    [[nodiscard]] QListWidget* list() const { return m_list; }

signals:
    void changed(); ///< which are chosen, or how the own one is asked for

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeHead();
    void applyFilter();
    void checkShown(bool isChecked);
    void showCount();
    [[nodiscard]] ScheduleRequest requestAt(int catalogIndex) const;

    QLabel* m_count;
    QLineEdit* m_filter = nullptr;
    QListWidget* m_list = nullptr; ///< an item for each entry of the catalog, in its order
    ScheduleRequest m_own;
    bool m_isSetting = false; ///< many items at once
};

} // namespace bubblescope::ui
