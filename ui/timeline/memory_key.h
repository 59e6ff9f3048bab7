// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/theme.h"
#include "core/time/memory_stack.h"

#include <QWidget>
#include <vector>

namespace bubblescope::ui {

/// What the colors of stacked memory mean, in the order in which the parts lie on each other, the uppermost
/// first; hidden while there are none. Where room is short it takes a second line.
class MemoryKey : public QWidget
{
    Q_OBJECT

public:
    explicit MemoryKey(QWidget* parent = nullptr);

    /// Null hides it.
    void setContent(const MemoryStackPtr& stack, ThemeName theme);
    [[nodiscard]] const std::vector<MemoryPart>& parts() const { return m_parts; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Place
    {
        QRect rect;
        QString text;
        MemoryPart part{};
    };
    /// Where each entry stands in a width.
    [[nodiscard]] std::vector<Place> places(int width) const;
    void fitHeight();

    std::vector<MemoryPart> m_parts; ///< the uppermost first, then the host's
    ThemeName m_theme = ThemeName::Light;
};

} // namespace bubblescope::ui
