// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/layout_band.h"

#include "core/layout/layout_edit.h"
#include "ui/widgets/look.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr double kLayoutBandWidestCell = 14;
constexpr double kLayoutBandLeastForLetters = 9;
constexpr double kLayoutBandNarrowestStage = 14; ///< also of one without layers
constexpr double kLayoutBandBetween = 10;        ///< room for a handle
constexpr int kLayoutBandCellHeight = 20;
constexpr int kLayoutBandCaption = 13; ///< under the cells
constexpr int kLayoutBandLine = kLayoutBandCellHeight + kLayoutBandCaption + 5;
constexpr int kLayoutBandTop = 3; ///< room for the ring around a handle
constexpr int kLayoutBandTextPx = 10;

constexpr std::array<Role, kLayerKindCount> kLayoutBandRoles{Role::Fsdp, Role::Forward, Role::BackwardInput,
                                                             Role::Overlap, Role::Backward};
constexpr std::array<char, kLayerKindCount> kLayoutBandLetters{
    Layout::kEmbedding, Layout::kDecoder, Layout::kDecoder, Layout::kPrediction, Layout::kLoss};

QFont bandFont(bool bold = false)
{
    QFont font = windowFont();
    font.setPixelSize(kLayoutBandTextPx);
    font.setBold(bold);
    return font;
}

} // namespace

QString layerKindName(LayerKind kind)
{
    constexpr std::array<const char*, kLayerKindCount> kNames{
        QT_TRANSLATE_NOOP("bubblescope::ui::LayoutBand", "embedding"),
        QT_TRANSLATE_NOOP("bubblescope::ui::LayoutBand", "layer"),
        QT_TRANSLATE_NOOP("bubblescope::ui::LayoutBand", "layer with experts"),
        QT_TRANSLATE_NOOP("bubblescope::ui::LayoutBand", "prediction"),
        QT_TRANSLATE_NOOP("bubblescope::ui::LayoutBand", "loss")};
    return LayoutBand::tr(kNames[static_cast<std::size_t>(kind)]);
}

QColor layerKindColor(LayerKind kind)
{
    return Look::instance().role(kLayoutBandRoles[static_cast<std::size_t>(kind)]);
}

LayoutBand::LayoutBand(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("layout-band"));
    setAccessibleName(tr("Layers of the stages"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
}

std::size_t LayoutBand::boundaryCount() const
{
    return m_content.layout.stages.empty() ? 0 : m_content.layout.stages.size() - 1;
}

void LayoutBand::setContent(const LayoutContent& content)
{
    if (content == m_content)
        return;
    m_content = content;
    m_chosen = std::min(m_chosen, boundaryCount() == 0 ? 0 : boundaryCount() - 1);
    m_hovered.reset();
    arrange();
    describe();
    update();
}

void LayoutBand::arrange()
{
    const std::vector<std::string>& stages = m_content.layout.stages;
    const double room = std::max(60.0, width() - kLayoutBandBetween);
    std::size_t longest = 1;
    for (const std::string& stage : stages)
        longest = std::max(longest, stage.size());
    if (!m_drag)
        m_cell = std::clamp(room / static_cast<double>(longest), 1.0, kLayoutBandWidestCell);
    const bool keepsLines = m_drag && m_places.size() == stages.size();
    std::vector<Place> places;
    for (std::size_t s = 0; s < stages.size(); ++s) {
        Place place;
        place.width = std::max(kLayoutBandNarrowestStage, m_cell * static_cast<double>(stages[s].size()));
        if (s > 0) {
            place.line = places.back().line;
            place.x = places.back().x + places.back().width + kLayoutBandBetween;
            if (keepsLines ? m_places[s].line != m_places[s - 1].line : place.x + place.width > room) {
                ++place.line;
                place.x = 0;
            }
        }
        places.push_back(place);
    }
    m_places = std::move(places);
    const int height = sizeHint().height();
    if (height != minimumHeight())
        setFixedHeight(height);
}

QSize LayoutBand::sizeHint() const
{
    const int lines = m_places.empty() ? 1 : m_places.back().line + 1;
    return {240, kLayoutBandTop + lines * kLayoutBandLine};
}

QSize LayoutBand::minimumSizeHint() const
{
    return {80, sizeHint().height()};
}

void LayoutBand::resizeEvent(QResizeEvent* /*event*/)
{
    arrange();
}

QRectF LayoutBand::stageRect(std::size_t stage) const
{
    const Place& place = m_places[stage];
    return {place.x, static_cast<double>(kLayoutBandTop + place.line * kLayoutBandLine), place.width,
            static_cast<double>(kLayoutBandCellHeight)};
}

QRect LayoutBand::handleRect(std::size_t stage) const
{
    const QRectF rect = stageRect(stage);
    return QRectF(rect.right(), rect.top() - 2, kLayoutBandBetween, kLayoutBandCellHeight + 4).toRect();
}

std::optional<std::size_t> LayoutBand::boundaryAt(const QPointF& position) const
{
    if (!m_content.isEditable)
        return std::nullopt;
    for (std::size_t stage = 0; stage < boundaryCount(); ++stage)
        if (handleRect(stage).adjusted(-2, 0, 2, 0).contains(position.toPoint()))
            return stage;
    return std::nullopt;
}

void LayoutBand::choose(std::size_t stage)
{
    if (stage != m_chosen)
        endKeys();
    m_chosen = stage;
    describe();
    update();
}

void LayoutBand::describe()
{
    const std::vector<std::string>& stages = m_content.layout.stages;
    QString text;
    if (boundaryCount() > 0)
        text =
            tr("Boundary %1 of %2, between stage %3 (%4) and stage %5 (%6). Left and Right move it, Up and "
               "Down choose another.")
                .arg(m_chosen + 1)
                .arg(boundaryCount())
                .arg(m_chosen)
                .arg(QString::fromStdString(stages[m_chosen]))
                .arg(m_chosen + 1)
                .arg(QString::fromStdString(stages[m_chosen + 1]));
    if (text == accessibleDescription())
        return;
    setAccessibleDescription(text);
    QAccessibleEvent told(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&told);
}

void LayoutBand::endKeys()
{
    if (std::exchange(m_byKeys, false))
        emit ended();
}

void LayoutBand::mousePressEvent(QMouseEvent* event)
{
    const auto stage = boundaryAt(event->position());
    if (event->button() != Qt::LeftButton || !stage)
        return;
    endKeys();
    choose(*stage);
    m_drag = Drag{m_content.layout, *stage, event->position().x(), 0};
    emit began();
}

void LayoutBand::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_drag) {
        const auto hovered = boundaryAt(event->position());
        setCursor(hovered ? Qt::SplitHCursor : Qt::ArrowCursor);
        if (hovered != std::exchange(m_hovered, hovered))
            update();
        return;
    }
    const auto asked = std::llround((event->position().x() - m_drag->x) / m_cell);
    const auto most = static_cast<std::int64_t>(m_drag->from.stages[m_drag->stage + 1].size());
    const auto least = -static_cast<std::int64_t>(m_drag->from.stages[m_drag->stage].size());
    const std::int64_t layers = std::clamp<std::int64_t>(asked, least, most);
    if (layers == m_drag->layers)
        return;
    m_drag->layers = layers;
    if (const auto moved = withBoundaryMoved(m_drag->from, m_drag->stage, layers))
        emit proposed(*moved);
}

void LayoutBand::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_drag)
        return;
    m_drag.reset();
    arrange();
    update();
    emit ended();
}

void LayoutBand::leaveEvent(QEvent* /*event*/)
{
    m_hovered.reset();
    update();
}

void LayoutBand::keyPressEvent(QKeyEvent* event)
{
    const bool isHeld = m_drag.has_value();
    if (event->key() == Qt::Key_Escape && (isHeld || m_byKeys)) {
        m_drag.reset();
        m_byKeys = false;
        emit cancelled();
        arrange();
        update();
        return;
    }
    const int key = event->key();
    if (isHeld || boundaryCount() == 0 || !m_content.isEditable || event->modifiers() != Qt::NoModifier)
        return QWidget::keyPressEvent(event);
    if (key == Qt::Key_Up || key == Qt::Key_Down)
        choose(key == Qt::Key_Up ? (m_chosen > 0 ? m_chosen - 1 : 0)
                                 : std::min(m_chosen + 1, boundaryCount() - 1));
    else if (key == Qt::Key_Home || key == Qt::Key_End)
        choose(key == Qt::Key_Home ? 0 : boundaryCount() - 1);
    else if (key == Qt::Key_Left || key == Qt::Key_Right) {
        if (const auto moved = withBoundaryMoved(m_content.layout, m_chosen, key == Qt::Key_Left ? -1 : 1)) {
            if (!std::exchange(m_byKeys, true))
                emit began();
            emit proposed(*moved);
        }
    } else
        QWidget::keyPressEvent(event);
}

void LayoutBand::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void LayoutBand::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    endKeys();
    update();
}

bool LayoutBand::event(QEvent* event)
{
    // Escape takes back what is under way before anything else has it.
    if (event->type() == QEvent::ShortcutOverride && (m_drag || m_byKeys) &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto stage = boundaryAt(help->pos())) {
        QToolTip::showText(help->globalPos(), tr("Drag it to move layers to the stage beside it"), this,
                           handleRect(*stage));
        return true;
    }
    for (std::size_t stage = 0; stage < m_places.size() && stage < m_content.titles.size(); ++stage)
        if (stageRect(stage).contains(help->pos())) {
            QToolTip::showText(help->globalPos(), m_content.titles[stage], this, stageRect(stage).toRect());
            return true;
        }
    QToolTip::hideText();
    return true;
}

void LayoutBand::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t stage = 0; stage < m_places.size(); ++stage)
        paintStage(painter, stage);
    for (std::size_t stage = 0; stage < boundaryCount() && m_content.isEditable; ++stage)
        paintHandle(painter, stage);
}

void LayoutBand::paintStage(QPainter& painter, std::size_t stage) const
{
    const LookColors& colors = Look::instance().colors();
    const Theme& theme = Theme::get(Look::instance().theme());
    const QRectF rect = stageRect(stage);
    const std::vector<LayerKind>& kinds = m_content.kinds[stage];
    if (kinds.empty()) {
        painter.setPen(QPen(colors.quiet, 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    }
    painter.setFont(bandFont(true));
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const auto kind = static_cast<std::size_t>(kinds[i]);
        const double gap = m_cell >= 4 ? 1 : 0;
        const QRectF cell(rect.left() + m_cell * static_cast<double>(i), rect.top(), m_cell - gap,
                          rect.height());
        painter.setPen(Qt::NoPen);
        painter.setBrush(colorOf(theme.color(kLayoutBandRoles[kind])));
        painter.drawRoundedRect(cell, m_cell >= 6 ? 2 : 0, m_cell >= 6 ? 2 : 0);
        if (m_cell < kLayoutBandLeastForLetters)
            continue;
        painter.setPen(colorOf(theme.textOn({kLayoutBandRoles[kind]})));
        painter.drawText(cell, Qt::AlignCenter, QString(QLatin1Char(kLayoutBandLetters[kind])));
    }
    painter.setFont(bandFont());
    painter.setPen(colors.quiet);
    painter.drawText(QRectF(rect.left() - 10, rect.bottom() + 1, rect.width() + 20, kLayoutBandCaption),
                     Qt::AlignHCenter | Qt::AlignVCenter, QString::number(stage));
}

/// A bar, which grows under the pointer; arrows beside the chosen one where keys move it.
void LayoutBand::paintHandle(QPainter& painter, std::size_t stage) const
{
    const LookColors& colors = Look::instance().colors();
    const bool isHeld = m_drag && m_drag->stage == stage;
    const bool isChosen = hasFocus() && m_chosen == stage;
    const bool isHot = isHeld || isChosen || m_hovered == stage;
    const QRectF rect = handleRect(stage);
    const double wide = isHot ? 3 : 2;
    const QRectF bar(rect.center().x() + 0.5 - wide / 2, rect.top() + (isHot ? 0 : 3), wide,
                     rect.height() - (isHot ? 0 : 6));
    painter.setPen(Qt::NoPen);
    painter.setBrush(isHot ? colors.accent : mixed(colors.panel, colors.quiet, 0.6));
    painter.drawRoundedRect(bar, 1.5, 1.5);
    if (!isChosen && !isHeld)
        return;
    const double middle = rect.center().y() + 0.5;
    for (const double side : {-1.0, 1.0}) {
        const double x = rect.center().x() + 0.5 + side * 3;
        painter.drawPolygon(
            QPolygonF({QPointF(x, middle - 3), QPointF(x, middle + 3), QPointF(x + side * 3, middle)}));
    }
}

} // namespace bubblescope::ui
