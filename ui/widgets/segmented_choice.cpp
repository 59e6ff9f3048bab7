// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/segmented_choice.h"

#include "ui/widgets/look.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPainter>

namespace bubblescope::ui {

namespace {

class Segment : public QAbstractButton
{
public:
    explicit Segment(const QString& title, QWidget* parent) : QAbstractButton(parent)
    {
        setText(title);
        setCheckable(true);
        setFocusPolicy(Qt::StrongFocus);
        setAccessibleName(title);
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        return {fontMetrics().horizontalAdvance(text()) + 16, 26};
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        const LookColors& c = Look::instance().colors();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (isChecked()) {
            painter.setPen(QPen(hasFocus() ? c.accent : c.hairline, 1));
            painter.setBrush(mixed(c.panel, c.text, c.panel.lightness() < 128 ? 0.10 : 0.0));
            painter.drawRoundedRect(QRectF(rect()).adjusted(2.5, 2.5, -2.5, -2.5), 4, 4);
        }
        QFont shown = font();
        shown.setWeight(isChecked() ? QFont::DemiBold : QFont::Normal);
        painter.setFont(shown);
        painter.setPen(!isEnabled() ? mixed(c.quiet, c.panel, 0.35) : isChecked() ? c.text : c.quiet);
        painter.drawText(rect(), Qt::AlignCenter, text());
    }
};

} // namespace

SegmentedChoice::SegmentedChoice(QWidget* parent) : QWidget(parent), m_group(new QButtonGroup(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    setFixedHeight(28);
    connect(m_group, &QButtonGroup::idClicked, this, &SegmentedChoice::chosen);
}

void SegmentedChoice::setChoices(const QStringList& titles)
{
    for (QAbstractButton* old : m_group->buttons())
        delete old;
    for (int i = 0; i < titles.size(); ++i) {
        auto* segment = new Segment(titles[i], this);
        m_group->addButton(segment, i);
        layout()->addWidget(segment);
    }
}

void SegmentedChoice::setCurrent(int index)
{
    if (QAbstractButton* button = m_group->button(index))
        button->setChecked(true);
}

int SegmentedChoice::current() const
{
    return m_group->checkedId();
}

void SegmentedChoice::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(c.hairline, 1));
    painter.setBrush(c.field);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
}

} // namespace bubblescope::ui
