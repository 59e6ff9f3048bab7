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

/// So much of a title is to be read before figures give way.
constexpr int kLeastTitle = 120;

} // namespace

CompareHeader::CompareHeader(const QString& role, QWidget* parent)
    : QWidget(parent)
    , m_roleText(role)
    , m_role(new QLabel(role, this))
    , m_name(new QLabel(this))
    , m_figures(new QLabel(this))
    , m_difference(new QLabel(this))
    , m_menu(makeButton(QStringLiteral("⋯")))
    , m_close(makeButton(QStringLiteral("✕")))
{
    setFixedHeight(kHeight);
    m_role->setProperty("quiet", true);
    m_figures->setProperty("quiet", true);
    for (QLabel* label : {m_role, m_name, m_figures, m_difference})
        label->setTextFormat(Qt::PlainText);
    for (QLabel* label : {m_role, m_figures})
        label->setFont(figuresFont(12, false));
    m_difference->setFont(figuresFont(12, true));
    m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_figures->setMinimumWidth(1); // it is cut before the row is wider than its place
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 0, 8, 1);
    layout->setSpacing(12);
    layout->addWidget(m_role);
    layout->addWidget(m_name, 1);
    layout->addWidget(m_figures);
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
    m_role->setText(role);
    tellAll();
}

void CompareHeader::setTexts(const QString& title, const QString& figures, const QString& difference)
{
    m_title = title;
    m_figuresText = figures;
    m_difference->setText(difference);
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
        m_choice->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        m_choice->setFixedHeight(kHeight - 6);
        auto* row = static_cast<QHBoxLayout*>(layout());
        row->insertWidget(row->indexOf(m_name), m_choice, 1);
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
    for (const QString& part : {m_figuresText, m_difference->text()})
        if (!part.isEmpty())
            all += QStringLiteral(" · ") + part;
    return all;
}

void CompareHeader::fitTexts()
{
    // As much of the figures as leaves the title its part; the rest of the row has fixed widths.
    m_figures->setText(m_figuresText);
    layout()->activate();
    const int lacking =
        kLeastTitle -
        (m_choice && m_choice->isVisibleTo(this) ? m_choice : static_cast<QWidget*>(m_name))->width();
    if (lacking > 0) {
        const int room = std::max(0, m_figures->width() - lacking);
        m_figures->setText(m_figures->fontMetrics().elidedText(m_figuresText, Qt::ElideRight, room));
        layout()->activate();
    }
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
