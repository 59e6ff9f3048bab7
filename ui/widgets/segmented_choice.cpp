// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/segmented_choice.h"

#include "ui/widgets/look.h"
#include "ui/widgets/take_away.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QPainter>
#include <utility>

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
    for (QAbstractButton* old : m_group->buttons()) {
        m_group->removeButton(old);
        takeAway(old);
    }
    m_offered.assign(static_cast<std::size_t>(titles.size()), true);
    for (int i = 0; i < titles.size(); ++i) {
        auto* segment = new Segment(titles[i], this);
        m_group->addButton(segment, i);
        layout()->addWidget(segment);
    }
    fit();
}

void SegmentedChoice::setCurrent(int index)
{
    if (QAbstractButton* button = m_group->button(index))
        button->setChecked(true);
    if (m_list)
        m_list->setCurrentIndex(m_list->findData(index));
}

void SegmentedChoice::setOffered(int index, bool offered)
{
    if (!m_group->button(index) || m_offered[static_cast<std::size_t>(index)] == offered)
        return;
    m_offered[static_cast<std::size_t>(index)] = offered;
    updateGeometry();
    fit();
}

void SegmentedChoice::setFolding(bool folds)
{
    if (folds == (m_list != nullptr))
        return;
    if (m_list)
        takeAway(std::exchange(m_list, nullptr));
    if (folds) {
        m_list = new QComboBox(this);
        m_list->setAccessibleName(accessibleName());
        layout()->addWidget(m_list);
        connect(m_list, &QComboBox::activated, this, [this](int row) {
            const int index = m_list->itemData(row).toInt();
            setCurrent(index);
            emit chosen(index);
        });
    }
    fit();
}

void SegmentedChoice::fit()
{
    const bool isFolded = m_list && width() < sizeHint().width();
    for (QAbstractButton* button : m_group->buttons())
        button->setVisible(!isFolded && m_offered[static_cast<std::size_t>(m_group->id(button))]);
    if (!m_list)
        return;
    m_list->setVisible(isFolded);
    m_list->clear();
    for (int i = 0; QAbstractButton* button = m_group->button(i); ++i)
        if (m_offered[static_cast<std::size_t>(i)])
            m_list->addItem(button->text(), i);
    m_list->setCurrentIndex(m_list->findData(current()));
}

QSize SegmentedChoice::sizeHint() const
{
    int width = 0;
    for (QAbstractButton* button : m_group->buttons())
        if (m_offered[static_cast<std::size_t>(m_group->id(button))])
            width += button->sizeHint().width();
    return {width, height()};
}

QSize SegmentedChoice::minimumSizeHint() const
{
    return m_list ? QSize(m_list->minimumSizeHint().width(), height()) : sizeHint();
}

void SegmentedChoice::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_list && m_list->isVisibleTo(this) != (width() < sizeHint().width()))
        fit();
}

int SegmentedChoice::current() const
{
    return m_group->checkedId();
}

void SegmentedChoice::paintEvent(QPaintEvent* /*event*/)
{
    if (m_list && m_list->isVisibleTo(this))
        return;
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(c.hairline, 1));
    painter.setBrush(c.field);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
}

} // namespace bubblescope::ui
