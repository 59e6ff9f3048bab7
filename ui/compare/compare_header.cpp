// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_header.h"

#include "ui/widgets/choice_box.h"
#include "ui/widgets/look.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QToolButton>

namespace bubblescope::ui {

namespace {

/// Fewer figures than have this room are none.
constexpr int kLeastFigures = 40;

} // namespace

CompareHeader::CompareHeader(const QString& role, QWidget* parent)
    : QWidget(parent)
    , m_roleText(role)
    , m_name(new QLabel(this))
    , m_figures(new QLabel(this))
    , m_difference(new QLabel(this))
    , m_menu(makeButton(QStringLiteral("⋯")))
    , m_close(makeButton(QStringLiteral("✕")))
{
    setFixedHeight(kHeight);
    m_figures->setProperty("quiet", true);
    for (QLabel* label : {m_name, m_figures, m_difference})
        label->setTextFormat(Qt::PlainText);
    m_name->setFont(figuresFont(13, true));
    m_figures->setFont(figuresFont(12, false));
    m_difference->setFont(figuresFont(12, true));
    m_name->setMinimumWidth(1); // it is cut before the row is wider than its place
    m_figures->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 0, 8, 1);
    layout->setSpacing(12);
    layout->addWidget(m_name);
    layout->addWidget(m_figures, 1);
    layout->addWidget(m_difference);
    layout->addWidget(m_menu);
    layout->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, &CompareHeader::closeAsked);
    connect(m_menu, &QToolButton::clicked, this,
            [this] { emit menuAsked(m_menu->mapToGlobal(QPoint(0, m_menu->height()))); });
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
}

QToolButton* CompareHeader::makeButton(const QString& text)
{
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setProperty("quiet", true);
    button->setFocusPolicy(Qt::TabFocus);
    button->hide();
    return button;
}

void CompareHeader::setRole(const QString& role)
{
    m_roleText = role;
    tellAll();
}

void CompareHeader::setTexts(const QString& title, const QString& figures, const QString& difference)
{
    m_title = title;
    m_figuresText = figures;
    m_differenceText = difference;
    m_difference->setVisible(!difference.isEmpty());
    m_name->setAccessibleName(title);
    m_figures->setAccessibleName(figures);
    tellAll();
    fitTexts();
}

void CompareHeader::tellAll()
{
    setAccessibleName(text());
    setToolTip(text());
}

void CompareHeader::offerChoice(const QStringList& titles, std::size_t current)
{
    const bool offers = titles.size() > 1;
    if (offers && !m_choice) {
        m_choice = new ChoiceBox(this);
        m_choice->setObjectName(QStringLiteral("compare-choice"));
        m_choice->setAccessibleName(tr("Compared with"));
        // Its names are whole before there are figures.
        m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        m_choice->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
        m_choice->setFixedHeight(kHeight - 6);
        auto* row = static_cast<QHBoxLayout*>(layout());
        row->insertWidget(row->indexOf(m_name), m_choice);
        connect(m_choice, &QComboBox::activated, this,
                [this](int number) { emit chosen(static_cast<std::size_t>(number)); });
    }
    if (!m_choice)
        return;
    const QSignalBlocker silent(m_choice);
    m_choice->clear();
    m_choice->addItems(titles);
    m_choice->setCurrentIndex(static_cast<int>(current));
    m_choice->setVisible(offers);
    m_name->setVisible(!offers);
}

void CompareHeader::offerClose(const QString& tip)
{
    m_close->setToolTip(tip);
    m_close->setAccessibleName(tip);
    m_close->show();
}

void CompareHeader::offerMenu(const QString& tip)
{
    m_menu->setToolTip(tip);
    m_menu->setAccessibleName(tip);
    m_menu->show();
}

QString CompareHeader::text() const
{
    QString all = tr("%1: %2", "side, title").arg(m_roleText, m_title);
    for (const QString& part : {m_figuresText, m_differenceText})
        if (!part.isEmpty())
            all += QStringLiteral(" · ") + part;
    return all;
}

/// All of it, or its begin, the difference itself at least.
QString CompareHeader::fittingDifference(int room) const
{
    constexpr int kLeastMore = 60;
    const QFontMetrics metrics = m_difference->fontMetrics();
    if (metrics.horizontalAdvance(m_differenceText) <= room)
        return m_differenceText;
    const QString itself = m_differenceText.section(QStringLiteral(" · "), 0, 0);
    return room < metrics.horizontalAdvance(itself) + kLeastMore
               ? itself
               : metrics.elidedText(m_differenceText, Qt::ElideRight, room);
}

void CompareHeader::fitTexts()
{
    // The name is whole before there are figures, and they are before what follows the difference.
    m_name->setText(m_title);
    m_figures->setText({});
    m_difference->setText({});
    layout()->activate();
    m_difference->setText(
        fittingDifference(m_figures->width() - m_figures->fontMetrics().horizontalAdvance(m_figuresText)));
    layout()->activate();
    const int room = m_figures->width();
    m_figures->setText(room < kLeastFigures
                           ? QString()
                           : m_figures->fontMetrics().elidedText(m_figuresText, Qt::ElideRight, room));
    m_name->setText(m_name->fontMetrics().elidedText(m_title, Qt::ElideRight, m_name->width()));
}

void CompareHeader::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitTexts();
}

void CompareHeader::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_menu->isHidden())
        event->ignore();
    else
        emit menuAsked(event->globalPos());
}

void CompareHeader::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.fillRect(rect(), c.panel);
    painter.fillRect(QRect(0, height() - 1, width(), 1), c.hairline);
}

} // namespace bubblescope::ui
