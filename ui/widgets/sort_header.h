// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>

namespace bubblescope::ui {

/// The heading of a sortable list: an arrow behind the title that it never covers, pointing down where the
/// largest come first.
class SortHeader : public QHeaderView
{
    Q_OBJECT

public:
    explicit SortHeader(QWidget* parent = nullptr);

    /// What the title of a section needs, its arrow counted.
    [[nodiscard]] int titleWidth(int section) const;

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
};

} // namespace bubblescope::ui
