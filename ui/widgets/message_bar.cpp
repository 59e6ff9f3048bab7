// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/message_bar.h"

#include "ui/document/core_text.h"
#include "ui/widgets/look.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kNoteMs = 8000;
constexpr int kFloatingWidth = 760, kFloatingMargin = 12, kFloatingTop = 8;
constexpr double kFloatingRadius = 8;

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_headline(new QLabel(this))
    , m_excerpt(new QLabel(this))
{
    setObjectName(QStringLiteral("message-bar"));
    auto* texts = new QVBoxLayout;
    texts->setSpacing(4);
    for (QLabel* label : {m_headline, m_excerpt}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        texts->addWidget(label);
    }
    m_headline->setWordWrap(true);
    m_headline->setObjectName(QStringLiteral("message-headline"));
    m_excerpt->setObjectName(QStringLiteral("message-excerpt"));
    // The style sheet's font rules would win over setFont().
    m_excerpt->setStyleSheet(QStringLiteral("font-family: \"%1\"")
                                 .arg(QFontDatabase::systemFont(QFontDatabase::FixedFont).family()));
    m_excerpt->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("×"));
    close->setProperty("quiet", true);
    close->setToolTip(tr("Close this message"));
    close->setAccessibleName(close->toolTip());
    connect(close, &QToolButton::clicked, this, &MessageBar::clear);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(20, 10, 12, 10);
    layout->addLayout(texts, 1);
    m_link = makeLink("message-link", &MessageBar::m_run);
    m_second = makeLink("message-second-link", &MessageBar::m_runSecond);
    layout->addWidget(m_link, 0, Qt::AlignTop);
    layout->addWidget(m_second, 0, Qt::AlignTop);
    layout->addWidget(close, 0, Qt::AlignTop);
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
    m_life.setSingleShot(true);
    m_life.setInterval(kNoteMs);
    connect(&m_life, &QTimer::timeout, this, &MessageBar::goByItself);
    hide();
}

void MessageBar::floatOver(QWidget& widget)
{
    m_under = &widget;
    widget.installEventFilter(this);
    parentWidget()->installEventFilter(this);
}

bool MessageBar::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::Show:
    case QEvent::Hide:
        place();
        break;
    default:
        break;
    }
    return QFrame::eventFilter(watched, event);
}

void MessageBar::place()
{
    if (!m_under || isHidden())
        return;
    const QWidget* parent = parentWidget();
    const QRect room =
        m_under->isVisible() ? QRect(m_under->mapTo(parent, QPoint()), m_under->size()) : parent->rect();
    const int width = std::min(room.width() - 2 * kFloatingMargin, kFloatingWidth);
    layout()->activate();
    setGeometry(room.x() + (room.width() - width) / 2, room.y() + kFloatingTop, width,
                layout()->totalHeightForWidth(width));
    raise();
}

/// Who reads it, or is about to follow its link, keeps it.
void MessageBar::goByItself()
{
    if (underMouse() || isAncestorOf(QApplication::focusWidget()))
        m_life.start();
    else
        clear();
}

QPushButton* MessageBar::makeLink(const char* name, std::function<void()> MessageBar::*run)
{
    auto* link = new QPushButton(this);
    link->setProperty("link", true);
    link->setObjectName(QLatin1String(name));
    link->setCursor(Qt::PointingHandCursor);
    link->hide();
    connect(link, &QPushButton::clicked, this, [this, run] {
        // A copy: what it does may show another message with another link.
        if (const std::function<void()> action = this->*run)
            action();
    });
    return link;
}

void MessageBar::showMessage(Kind kind, const QString& headline, const QString& excerpt)
{
    m_kind = kind;
    m_headline->setText(headline);
    m_excerpt->setText(excerpt);
    m_excerpt->setVisible(!excerpt.isEmpty());
    m_link->hide();
    m_second->hide();
    setAccessibleName(headline);
    show();
    place();
    update();
    m_life.stop();
    if (m_under && kind == Kind::Note)
        m_life.start();
}

void MessageBar::showError(const QString& what, const Error& error, Kind kind)
{
    const QString text = errorText(error);
    const qsizetype lineEnd = text.indexOf(QLatin1Char('\n'));
    const QString headline = lineEnd < 0 ? text : text.left(lineEnd);
    showMessage(kind, what.isEmpty() ? headline : what + QLatin1Char('\n') + headline,
                lineEnd < 0 ? QString() : text.mid(lineEnd + 1));
}

void MessageBar::showWarnings(const std::vector<Error>& warnings)
{
    if (!warnings.empty())
        showError(tr("Read with %n warning(s); the first:", nullptr, static_cast<int>(warnings.size())),
                  warnings.front(), Kind::Warning);
}

void MessageBar::addLine(const QString& text)
{
    m_headline->setText(m_headline->text() + QLatin1Char('\n') + text);
    setAccessibleName(m_headline->text());
    place();
}

void MessageBar::offer(const QString& text, std::function<void()> run)
{
    m_link->setText(text);
    m_run = std::move(run);
    m_link->show();
    place();
}

void MessageBar::offerToo(const QString& text, std::function<void()> run)
{
    m_second->setText(text);
    m_runSecond = std::move(run);
    m_second->show();
    place();
}

QStringList MessageBar::offers() const
{
    QStringList texts;
    for (const QPushButton* link : {m_link, m_second})
        if (!link->isHidden())
            texts << link->text();
    return texts;
}

void MessageBar::clear()
{
    m_headline->clear();
    m_excerpt->clear();
    hide();
}

QString MessageBar::headline() const
{
    return m_headline->text();
}

QString MessageBar::excerpt() const
{
    return m_excerpt->text();
}

void MessageBar::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    const QColor mark = m_kind == Kind::Failure   ? c.warning
                        : m_kind == Kind::Warning ? Look::instance().role(Role::Backward)
                                                  : c.accent;
    QPainter painter(this);
    if (m_under) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(mixed(c.hairline, mark, 0.4));
        painter.setBrush(mixed(c.panel, mark, 0.08));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kFloatingRadius,
                                kFloatingRadius);
        painter.fillRect(QRectF(0.5, kFloatingRadius, 3, height() - 2 * kFloatingRadius), mark);
        return;
    }
    painter.fillRect(rect(), mixed(c.panel, mark, 0.08));
    painter.fillRect(QRect(0, 0, 3, height()), mark);
    painter.fillRect(QRect(0, height() - 1, width(), 1), c.hairline);
}

} // namespace bubblescope::ui
