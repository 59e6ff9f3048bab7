// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layout.h"

#include <QWidget>
#include <optional>
#include <vector>

namespace bubblescope::ui {

/// What a layer is drawn as.
enum class LayerKind : std::uint8_t { Embedding, Dense, Expert, Prediction, Loss };
inline constexpr std::size_t kLayerKindCount = 5;

/// A layout as the band shows it.
struct LayoutContent
{
    Layout layout;
    std::vector<std::vector<LayerKind>> kinds; ///< of each stage's layers
    std::vector<QString> titles;               ///< of the stages: "Stage 3 on rank 1: 4 layers"
    bool isEditable = true;
    bool operator==(const LayoutContent& other) const
    {
        return layout.ranks == other.layout.ranks && layout.stages == other.layout.stages &&
               kinds == other.kinds && titles == other.titles && isEditable == other.isEditable;
    }
};

/// The layers of all stages in a band, one cell a layer, which goes on in the next line where it is longer
/// than the room; between stages boundaries that are dragged, or, with the focus here, chosen by Up and Down
/// and moved by Left and Right. It changes nothing by itself: it asks, and shows what it is then given.
class LayoutBand : public QWidget
{
    Q_OBJECT

public:
    explicit LayoutBand(QWidget* parent = nullptr);

    void setContent(const LayoutContent& content);
    /// The stage in front of the chosen boundary.
    [[nodiscard]] std::size_t chosenBoundary() const { return m_chosen; }
    /// Where the handle behind a stage is; for tests, too.
    [[nodiscard]] QRect handleRect(std::size_t stage) const;
    /// How far a drag moves for a layer.
    [[nodiscard]] double cellWidth() const { return m_cell; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void began(); ///< a drag, or moves by keys of one boundary
    void proposed(const bubblescope::Layout& layout);
    void ended();
    void cancelled(); ///< it is to be as it was when it began

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct Place
    {
        int line = 0;
        double x = 0;
        double width = 0;
    };
    struct Drag
    {
        Layout from;
        std::size_t stage = 0;
        double x = 0;
        std::int64_t layers = 0;
    };
    [[nodiscard]] std::size_t boundaryCount() const;
    /// Stands in lines anew; while a boundary is dragged each stage stays in its line.
    void arrange();
    void choose(std::size_t stage);
    void describe();
    void endKeys();
    [[nodiscard]] std::optional<std::size_t> boundaryAt(const QPointF& position) const;
    [[nodiscard]] QRectF stageRect(std::size_t stage) const;
    void paintStage(QPainter& painter, std::size_t stage) const;
    void paintHandle(QPainter& painter, std::size_t stage) const;

    LayoutContent m_content;
    std::vector<Place> m_places; ///< of the stages
    double m_cell = 0;
    std::size_t m_chosen = 0;
    std::optional<std::size_t> m_hovered;
    std::optional<Drag> m_drag;
    bool m_byKeys = false; ///< moves by keys have begun
};

/// "Decoder layer with experts": and the color in which it is drawn.
[[nodiscard]] QString layerKindName(LayerKind kind);
[[nodiscard]] QColor layerKindColor(LayerKind kind);

} // namespace bubblescope::ui
