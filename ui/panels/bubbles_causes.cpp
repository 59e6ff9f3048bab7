// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/bubbles_causes.h"

#include "ui/panels/metrics_strip.h"
#include "ui/widgets/look.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace bubblescope::ui {

namespace {

constexpr int kBubblesCausesHeight = 26;
constexpr int kBubblesCausesPadding = 8;
constexpr int kBubblesCausesBarHeight = 3;

/// Name, percentage, and a bar along the lower edge.
class CauseChip : public QAbstractButton
{
public:
    explicit CauseChip(QWidget* parent) : QAbstractButton(parent)
    {
        setCheckable(true);
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_Hover);
        setFont(figuresFont(12, false));
        setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    }

    void setFigures(const QString& name, double share)
    {
        m_share = share;
        m_percent = percentText(share, share < 0.0995 ? 1 : 0);
        setText(name);
        updateGeometry();
        update();
    }
    [[nodiscard]] QSize sizeHint() const override
    {
        const QFontMetrics metrics(font());
        return {metrics.horizontalAdvance(text()) + metrics.horizontalAdvance(m_percent) + 6 +
                    2 * kBubblesCausesPadding,
                kBubblesCausesHeight};
    }
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return {2 * kBubblesCausesPadding + 24, kBubblesCausesHeight};
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        const LookColors& c = Look::instance().colors();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(isChecked() || hasFocus() ? c.accent : c.hairline, 1));
        painter.setBrush(isChecked() ? c.accentSoft : underMouse() ? c.hover : c.panel);
        const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
        painter.drawRoundedRect(frame, 5, 5);
        const QRectF track(kBubblesCausesPadding, height() - kBubblesCausesBarHeight - 3,
                           width() - 2 * kBubblesCausesPadding, kBubblesCausesBarHeight);
        painter.setPen(Qt::NoPen);
        painter.setBrush(mixed(c.panel, c.quiet, 0.16));
        painter.drawRoundedRect(track, 1.5, 1.5);
        painter.setBrush(mixed(c.panel, c.accent, 0.6));
        painter.drawRoundedRect(QRectF(track.left(), track.top(),
                                       std::max(kBubblesCausesBarHeight * 1.0, track.width() * m_share),
                                       kBubblesCausesBarHeight),
                                1.5, 1.5);
        const QRect line =
            rect().adjusted(kBubblesCausesPadding, 0, -kBubblesCausesPadding, -kBubblesCausesBarHeight - 2);
        const QFontMetrics metrics(font());
        const int figure = metrics.horizontalAdvance(m_percent);
        painter.setPen(c.text);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(text(), Qt::ElideRight, line.width() - figure - 6));
        painter.setPen(c.quiet);
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, m_percent);
    }

private:
    double m_share = 0;
    QString m_percent;
};

} // namespace

BubbleCauses::BubbleCauses(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("Why ranks are idle"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    auto* title = new QLabel(tr("Why"), this);
    title->setObjectName(QStringLiteral("causes-title"));
    title->setProperty("quiet", true);
    title->setToolTip(tr(
        "All idle time by what the ranks wait for. The column When shows the phase of the rank's run that a "
        "gap is in."));
    layout->addWidget(title);
    for (std::size_t i = 0; i < kBubbleWhyCount; ++i) {
        auto* chip = new CauseChip(this);
        const std::string_view id = bubbleWhyId(static_cast<BubbleWhy>(i));
        chip->setObjectName(QStringLiteral("why-") +
                            QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size())));
        chip->hide();
        layout->addWidget(chip);
        m_chips[i] = chip;
        connect(chip, &QAbstractButton::clicked, this, [this, chip] {
            for (QAbstractButton* other : m_chips)
                if (other != chip)
                    other->setChecked(false);
            emit chosenChanged();
        });
    }
    layout->addStretch(1);
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
}

void BubbleCauses::setLedger(const BubbleLedger& ledger, const std::string& unit)
{
    const std::optional<BubbleWhy> before = chosen();
    const std::array<Time, kBubbleWhyCount> idle = idleByWhy(ledger);
    for (std::size_t i = 0; i < kBubbleWhyCount; ++i) {
        auto* chip = static_cast<CauseChip*>(m_chips[i]);
        const Time time = idle[i];
        const bool occurs = time > 0;
        chip->setVisible(occurs);
        if (!occurs) {
            chip->setChecked(false);
            continue;
        }
        const QString name = BubbleWords::why(static_cast<BubbleWhy>(i));
        const double share = ledger.total > 0 ? time / ledger.total : 0;
        chip->setFigures(name, share);
        const QString figures = tr("%1: %2 idle, %3 of all", "why, time, percent")
                                    .arg(name, timeText(time, unit), percentText(share));
        chip->setAccessibleName(figures);
        chip->setToolTip(figures + QLatin1Char('\n') +
                         tr("Click to list only these; click again to list all."));
    }
    if (chosen() != before)
        emit chosenChanged();
}

std::optional<BubbleWhy> BubbleCauses::chosen() const
{
    for (std::size_t i = 0; i < kBubbleWhyCount; ++i)
        if (m_chips[i]->isChecked())
            return static_cast<BubbleWhy>(i);
    return std::nullopt;
}

QAbstractButton* BubbleCauses::chip(BubbleWhy why) const
{
    QAbstractButton* chip = m_chips[static_cast<std::size_t>(why)];
    return chip->isHidden() ? nullptr : chip;
}

} // namespace bubblescope::ui
