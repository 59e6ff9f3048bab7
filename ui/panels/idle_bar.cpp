// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/idle_bar.h"

#include "ui/panels/bubbles_list.h"
#include "ui/timeline/gap_marks.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"

#include <QAbstractButton>
#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kIdleBarHeight = 8;
constexpr int kBarTop = 6; ///< in the middle of the figures' titles
constexpr int kPartsTop = 20;
constexpr int kPartHeight = 22;
constexpr int kIdleSwatch = 8;
constexpr int kPartPadding = 4, kSwatchGap = 5, kPartGap = 4;

QColor toneOf(BubbleWhy why)
{
    return whyColor(why, Theme::get(Look::instance().theme()));
}

/// What stands in the bar, behind "waits for B" only "for F".
QString wordsOf(BubbleWhy why, bool isFirstWait)
{
    const auto waits = [isFirstWait](const char* kind) {
        return isFirstWait
                   ? IdleBar::tr("waits for %1", "kind of action").arg(QLatin1String(kind))
                   : IdleBar::tr("for %1", "after 'waits for B': kind of action").arg(QLatin1String(kind));
    };
    switch (why) {
    case BubbleWhy::WaitsForB:
        return waits("B");
    case BubbleWhy::WaitsForI:
        return waits("I");
    case BubbleWhy::WaitsForW:
        return waits("W");
    case BubbleWhy::WaitsForF:
        return waits("F");
    case BubbleWhy::Waits:
        return IdleBar::tr("waits", "idle time");
    case BubbleWhy::Transfer:
        return IdleBar::tr("transfer", "idle time");
    case BubbleWhy::Communication:
        return IdleBar::tr("communication", "idle time");
    case BubbleWhy::Fsdp:
        return IdleBar::tr("FSDP", "idle time");
    case BubbleWhy::Host:
        return IdleBar::tr("host", "idle time");
    case BubbleWhy::NothingLeft:
        break;
    }
    return IdleBar::tr("nothing left", "idle time");
}

QString shortWordsOf(BubbleWhy why)
{
    constexpr const char* kKinds[] = {"B", "I", "W", "F"};
    const auto number = static_cast<std::size_t>(why);
    return number < std::size(kKinds) ? QString::fromLatin1(kKinds[number]) : wordsOf(why, true);
}

/// "why-waits-b", …: by which tests and styles know a part.
QString nameOf(BubbleWhy why)
{
    constexpr std::array<const char*, kBubbleWhyCount> kNames{
        "why-waits-b",  "why-waits-i",       "why-waits-w", "why-waits-f", "why-waits",
        "why-transfer", "why-communication", "why-fsdp",    "why-host",    "why-nothing-left"};
    return QString::fromLatin1(kNames[static_cast<std::size_t>(why)]);
}

} // namespace

/// A reason under the bar: its color, its name and its share.
class IdleBar::Part : public QAbstractButton
{
public:
    Part(BubbleWhy why, QWidget* parent) : QAbstractButton(parent), m_why(why)
    {
        setObjectName(nameOf(why));
        setCheckable(true);
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_Hover);
        setCursor(Qt::PointingHandCursor);
        setFont(figuresFont(12, false));
        hide();
    }

    [[nodiscard]] BubbleWhy why() const { return m_why; }
    [[nodiscard]] int widthOf(const QString& text) const
    {
        return 2 * kPartPadding + kIdleSwatch + kSwatchGap + fontMetrics().horizontalAdvance(text);
    }
    [[nodiscard]] QString textWith(Words words) const
    {
        const QString said = words == Words::Full    ? wordsOf(m_why, isFirstWait)
                             : words == Words::Short ? shortWordsOf(m_why)
                                                     : QString();
        return said.isEmpty() ? figure : said + QLatin1Char(' ') + figure;
    }

    Time idle = 0;
    QString figure; ///< in percent of all time
    bool isFirstWait = true;
    bool isFaded = false; ///< another one is chosen

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        const LookColors& c = Look::instance().colors();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
        if (isChecked() || hasFocus() || underMouse()) {
            painter.setPen(hasFocus() ? QPen(c.accent, 1) : QPen(Qt::NoPen));
            painter.setBrush(isChecked() ? c.accentSoft : underMouse() ? c.hover : QColor(Qt::transparent));
            painter.drawRoundedRect(frame, 4, 4);
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(toneOf(m_why));
        painter.drawRoundedRect(
            QRectF(kPartPadding, (height() - kIdleSwatch) / 2.0, kIdleSwatch, kIdleSwatch), 2, 2);
        painter.setPen(isChecked() ? c.text : isFaded ? mixed(c.panel, c.quiet, 0.7) : c.quiet);
        painter.drawText(rect().adjusted(kPartPadding + kIdleSwatch + kSwatchGap, 0, 0, 0),
                         Qt::AlignLeft | Qt::AlignVCenter, text());
    }

private:
    BubbleWhy m_why;
};

IdleBar::IdleBar(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("idle-bar"));
    setAccessibleName(tr("Why ranks are idle"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    for (std::size_t i = 0; i < kBubbleWhyCount; ++i) {
        auto* part = new Part(static_cast<BubbleWhy>(i), this);
        m_parts[i] = part;
        connect(part, &QAbstractButton::clicked, this, [this, part] {
            keepOnly(part->isChecked() ? part : nullptr);
            emit chosenChanged();
        });
    }
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
}

void IdleBar::setLedger(const BubbleLedger& ledger, Time all, const std::string& unit)
{
    const std::optional<BubbleWhy> before = chosen();
    m_idle = ledger.total;
    bool isFirst = true;
    for (std::size_t i = 0; i < kBubbleWhyCount; ++i) {
        Part& part = *m_parts[i];
        part.idle = ledger.byWhy[i];
        if (part.idle <= 0) {
            part.setChecked(false);
            continue;
        }
        const double share = all > 0 ? part.idle / all : 0;
        part.figure = percentFigure(share);
        part.isFirstWait = i >= static_cast<std::size_t>(BubbleWhy::Waits) || isFirst;
        isFirst = false;
        const QString figures =
            tr("%1: %2 idle, %3 of all time", "why, time, percent")
                .arg(BubbleWords::why(part.why()), timeText(part.idle, unit), percentText(share));
        part.setAccessibleName(figures);
        part.setToolTip(figures + QLatin1Char('\n') +
                        tr("Click to show only these in lanes and table; again shows all."));
    }
    keepOnly(before && chosen() ? m_parts[static_cast<std::size_t>(*before)] : nullptr);
    updateGeometry();
    fit();
    if (chosen() != before)
        emit chosenChanged();
}

void IdleBar::clear()
{
    setLedger({}, 0, {});
}

std::optional<BubbleWhy> IdleBar::chosen() const
{
    for (const Part* part : m_parts)
        if (part->isChecked())
            return part->why();
    return std::nullopt;
}

void IdleBar::choose(std::optional<BubbleWhy> why)
{
    if (why == chosen())
        return;
    keepOnly(why ? m_parts[static_cast<std::size_t>(*why)] : nullptr);
    emit chosenChanged();
}

void IdleBar::keepOnly(const Part* chosen)
{
    for (Part* part : m_parts) {
        part->setChecked(part == chosen);
        part->isFaded = chosen != nullptr && part != chosen;
        part->update();
    }
    update();
}

QAbstractButton* IdleBar::part(BubbleWhy why) const
{
    Part* part = m_parts[static_cast<std::size_t>(why)];
    return part->idle > 0 ? part : nullptr;
}

int IdleBar::widthWith(Words words) const
{
    int width = -kPartGap;
    for (const Part* part : m_parts)
        if (part->idle > 0)
            width += part->widthOf(part->textWith(words)) + kPartGap;
    return std::max(width, 0);
}

void IdleBar::fit()
{
    const bool isRoomy = widthWith(Words::Full) <= width();
    // Where not all names have room, the largest parts have theirs.
    std::array<Part*, kBubbleWhyCount> bySize = m_parts;
    std::stable_sort(bySize.begin(), bySize.end(),
                     [](const Part* a, const Part* b) { return a->idle > b->idle; });
    std::array<Words, kBubbleWhyCount> wordsOfPart{};
    wordsOfPart.fill(isRoomy ? Words::Full : Words::None);
    int needed = widthWith(Words::None);
    for (const Part* part : bySize) {
        const int more =
            part->widthOf(part->textWith(Words::Short)) - part->widthOf(part->textWith(Words::None));
        if (isRoomy || part->idle <= 0 || needed + more > width())
            continue;
        needed += more;
        wordsOfPart[static_cast<std::size_t>(part->why())] = Words::Short;
    }
    int left = 0;
    for (Part* part : m_parts) {
        part->setVisible(part->idle > 0);
        if (part->idle <= 0)
            continue;
        part->setText(part->textWith(wordsOfPart[static_cast<std::size_t>(part->why())]));
        part->setGeometry(left, kPartsTop, part->widthOf(part->text()), kPartHeight);
        left = part->geometry().right() + 1 + kPartGap;
    }
    update();
}

QSize IdleBar::sizeHint() const
{
    return {widthWith(Words::Full), kPartsTop + kPartHeight};
}

QSize IdleBar::minimumSizeHint() const
{
    return {widthWith(Words::None), kPartsTop + kPartHeight};
}

QRectF IdleBar::barRect() const
{
    constexpr double kWidest = 420;
    return {double(kPartPadding), double(kBarTop), std::min<double>(width() - 2 * kPartPadding, kWidest),
            double(kIdleBarHeight)};
}

IdleBar::Part* IdleBar::partAt(const QPointF& position) const
{
    const QRectF bar = barRect();
    if (m_idle <= 0 || !bar.adjusted(0, -4, 0, 4).contains(position))
        return nullptr;
    Time at = (position.x() - bar.left()) / bar.width() * m_idle;
    for (Part* part : m_parts) {
        if (part->idle > 0 && at <= part->idle)
            return part;
        at -= part->idle;
    }
    return nullptr;
}

void IdleBar::paintEvent(QPaintEvent* /*event*/)
{
    if (m_idle <= 0)
        return;
    const QRectF bar = barRect();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath round;
    round.addRoundedRect(bar, 2.5, 2.5);
    painter.setClipPath(round);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QColor panel = Look::instance().colors().panel;
    double left = bar.left();
    for (const Part* part : m_parts) {
        if (part->idle <= 0)
            continue;
        const double width = bar.width() * (part->idle / m_idle);
        const QColor tone = toneOf(part->why());
        painter.fillRect(QRectF(left, bar.top(), width, bar.height()),
                         part->isFaded ? mixed(panel, tone, 0.35) : tone);
        // A hair between neighbors whose colors are alike.
        if (left > bar.left())
            painter.fillRect(QRectF(left - 0.5, bar.top(), 1, bar.height()), panel);
        left += width;
    }
}

void IdleBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

void IdleBar::mousePressEvent(QMouseEvent* event)
{
    Part* part = event->button() == Qt::LeftButton ? partAt(event->position()) : nullptr;
    if (part == nullptr)
        return QWidget::mousePressEvent(event);
    part->click();
}

bool IdleBar::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Part* part = partAt(help->pos());
        QToolTip::showText(help->globalPos(), part ? part->toolTip() : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace bubblescope::ui
