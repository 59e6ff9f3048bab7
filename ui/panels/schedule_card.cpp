// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/schedule_card.h"

#include "ui/panels/thumbnails.h"
#include "ui/widgets/folded_label.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/look.h"

#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

constexpr int kAboutLines = 3;
constexpr int kPictureHeight = 60;
constexpr int kTitlePixels = 15;

} // namespace

SchedulePicture::SchedulePicture(QWidget* parent) : QWidget(parent)
{
    setFixedHeight(kPictureHeight);
    connect(&Look::instance(), &Look::changed, this, [this] {
        m_pixmap = {};
        update();
    });
}

void SchedulePicture::setIndex(LaneIndexPtr index)
{
    m_index = std::move(index);
    m_pixmap = {};
    update();
}

void SchedulePicture::paintEvent(QPaintEvent* /*event*/)
{
    if (!m_index)
        return;
    if (m_pixmap.isNull() || m_pixmap.deviceIndependentSize().toSize() != size())
        m_pixmap = QPixmap::fromImage(
            paintThumbnail(*m_index, Theme::get(Look::instance().theme()), size(), devicePixelRatioF()));
    QPainter(this).drawPixmap(0, 0, m_pixmap);
}

ScheduleCard::ScheduleCard(QWidget* parent)
    : QFrame(parent)
    , m_title(new QLabel(this))
    , m_about(new FoldedLabel(kAboutLines, this))
    , m_picture(new SchedulePicture(this))
    , m_change(new QPushButton(tr("Change…"), this))
    , m_origin(makeLink(tr("Back to the generated order"), {}, this))
{
    setProperty("card", true);
    QFont font = figuresFont(kTitlePixels, true);
    m_title->setFont(font);
    m_title->setObjectName(QStringLiteral("schedule-title"));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_about->setObjectName(QStringLiteral("schedule-about"));
    m_about->setProperty("quiet", true);
    m_change->setObjectName(QStringLiteral("schedule-change"));
    m_change->setToolTip(tr("All schedules, with their figures for these parameters and costs"));
    m_change->setAccessibleName(tr("Change the schedule"));
    m_origin->setObjectName(QStringLiteral("schedule-origin"));
    m_origin->setCursor(Qt::PointingHandCursor);
    m_origin->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 10, 12, 12);
    layout->setSpacing(0);
    layout->addWidget(m_title);
    layout->addSpacing(2);
    layout->addWidget(m_about);
    layout->addSpacing(8);
    layout->addWidget(m_picture);
    layout->addSpacing(10);
    layout->addWidget(m_change, 0, Qt::AlignLeft);
    layout->addWidget(m_origin, 0, Qt::AlignLeft);
}

void ScheduleCard::setTexts(const QString& title, const QString& about, const QString& help)
{
    m_title->setText(title);
    m_about->setParagraph(about);
    m_about->setToolTip(help);
}

} // namespace bubblescope::ui
