// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/problem_note.h"

#include "ui/widgets/look.h"

#include <QApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollArea>
#include <QTimer>
#include <QToolTip>

namespace bubblescope::ui {

namespace {

constexpr int kNoteGap = 2;
constexpr double kNoteRadius = 5;
/// The pointer may go from the field to a link in the words.
constexpr int kNoteLeaveMs = 200;

void paintNoteFrame(QWidget& widget, const QBrush& ground)
{
    QPainter painter(&widget);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Look::instance().colors().warning);
    painter.setBrush(ground);
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(0.5, 0.5, -0.5, -0.5), kNoteRadius, kNoteRadius);
}

/// Around an editor, whatever it is.
class Outline : public QWidget
{
public:
    explicit Outline(QWidget* editor) : QWidget(editor)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override { paintNoteFrame(*this, Qt::NoBrush); }
};

QScrollArea* scrollAreaOf(const QWidget& row)
{
    for (QWidget* parent = row.parentWidget(); parent && !parent->isWindow(); parent = parent->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(parent))
            return area;
    return nullptr;
}

} // namespace

ProblemWords::ProblemWords(QWidget* parent) : QLabel(parent)
{
    setProperty("warning", true);
    setWordWrap(true);
    setContentsMargins(8, 4, 8, 5);
    connect(this, &QLabel::linkHovered, this,
            [this](const QString& link) { m_isOverLink = !link.isEmpty(); });
    hide();
}

void ProblemWords::focusInEvent(QFocusEvent* event)
{
    QLabel::focusInEvent(event);
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason)
        focusNextPrevChild(event->reason() == Qt::TabFocusReason);
}

void ProblemWords::mouseReleaseEvent(QMouseEvent* event)
{
    const bool isLink = m_isOverLink;
    QLabel::mouseReleaseEvent(event);
    if (!isLink)
        emit dismissed();
}

void ProblemWords::paintEvent(QPaintEvent* event)
{
    paintNoteFrame(*this, Look::instance().colors().panel);
    QLabel::paintEvent(event);
}

ProblemNote::ProblemNote(QWidget& row) : QObject(&row), m_row(row) {}

ProblemNote::~ProblemNote()
{
    delete m_words;
}

void ProblemNote::set(QWidget& editor, const QString& text, const QString& richText)
{
    if (text.isEmpty())
        return clear();
    QWidget* outlined = &editor;
    while (outlined->focusProxy())
        outlined = outlined->focusProxy();
    undescribe();
    if (m_editor != outlined) {
        delete m_outline;
        m_editor = outlined;
        m_outline = new Outline(outlined);
        outlined->installEventFilter(this);
    }
    if (!m_isWatching) {
        m_isWatching = true;
        m_row.installEventFilter(this);
        connect(qApp, &QApplication::focusChanged, this, &ProblemNote::update);
    }
    m_isDismissed = m_isDismissed && m_text == text;
    m_text = text;
    m_shown = richText;
    describe();
    m_outline->setGeometry(outlined->rect());
    m_outline->raise();
    m_outline->show();
    update();
}

void ProblemNote::clear()
{
    if (m_text.isEmpty())
        return;
    undescribe();
    m_text.clear();
    if (m_outline)
        m_outline->hide();
    update();
}

/// Whoever cannot see the words hears them.
void ProblemNote::describe()
{
    m_help = m_editor->accessibleDescription();
    m_said = m_help.isEmpty() ? m_text : m_text + QLatin1Char('\n') + m_help;
    m_editor->setAccessibleDescription(m_said);
}

void ProblemNote::undescribe()
{
    if (m_editor && !m_text.isEmpty() && m_editor->accessibleDescription() == m_said)
        m_editor->setAccessibleDescription(m_help);
}

void ProblemNote::makeWords()
{
    const QScrollArea* area = scrollAreaOf(m_row);
    // Beside the scrolled form, which may end just below its last field.
    m_words = new ProblemWords(area ? area->parentWidget() : m_row.window());
    m_words->installEventFilter(this);
    connect(m_words, &QLabel::linkActivated, this, &ProblemNote::linkActivated);
    connect(m_words, &ProblemWords::dismissed, this, [this] {
        m_isDismissed = true;
        update();
    });
    // What is below moves the row when it grows, and scrolls.
    for (QWidget* above = m_row.parentWidget(); above; above = above->parentWidget()) {
        above->installEventFilter(this);
        if (above == m_words->parentWidget())
            break;
    }
}

bool ProblemNote::isAskedFor() const
{
    if (m_text.isEmpty() || !m_row.isVisible() || !m_editor || !m_editor->isVisible())
        return false;
    const QWidget* focus = m_row.window()->focusWidget();
    return m_row.underMouse() || (m_words && m_words->underMouse()) ||
           (focus && (focus == &m_row || focus == m_words || m_row.isAncestorOf(focus)));
}

void ProblemNote::update()
{
    const bool isAsked = isAskedFor();
    m_isDismissed = m_isDismissed && isAsked;
    if (isAsked && !m_isDismissed) {
        if (!m_words)
            makeWords();
        place();
    } else if (m_words && !m_words->isHidden()) {
        // The keys go back to where the problem was.
        if (m_words->hasFocus() && m_editor)
            m_editor->setFocus(Qt::OtherFocusReason);
        m_words->hide();
    }
}

/// Under the editor, or over it where there is no room; never outside of what is to be seen.
void ProblemNote::place()
{
    QWidget& around = *m_words->parentWidget();
    const QScrollArea* area = scrollAreaOf(m_row);
    const QRect room = around.rect();
    const QRect seen =
        area ? QRect(area->viewport()->mapTo(&around, QPoint()), area->viewport()->size()) : room;
    const QRect editor(m_editor->mapTo(&around, QPoint()), m_editor->size());
    if (!seen.intersects(editor)) {
        m_words->hide();
        return;
    }
    const bool hasLinks = !m_shown.isEmpty();
    m_words->setTextFormat(hasLinks ? Qt::RichText : Qt::PlainText);
    m_words->setTextInteractionFlags(hasLinks ? Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard
                                              : Qt::NoTextInteraction);
    m_words->setText(hasLinks ? m_shown : m_text);
    m_words->setAccessibleName(m_text);
    m_words->ensurePolished();
    const int left = std::max(m_row.mapTo(&around, QPoint()).x(), room.left());
    const int width = std::min(m_row.width(), room.right() + 1 - left);
    const int height = m_words->heightForWidth(width);
    int top = editor.bottom() + 1 + kNoteGap;
    if (top + height > room.bottom() + 1)
        top = std::max(room.top(), editor.top() - kNoteGap - height);
    m_words->setGeometry(left, top, width, height);
    if (m_words->isHidden()) {
        QWidget::setTabOrder(m_editor, m_words);
        m_words->show();
        m_words->raise();
    }
}

bool ProblemNote::eventFilter(QObject* watched, QEvent* event)
{
    if (m_text.isEmpty())
        return false;
    switch (event->type()) {
    case QEvent::ToolTip:
        // The words are read already, or would be covered.
        if (watched != m_editor || (m_words && m_words->isVisible()))
            return watched == m_editor;
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(),
                           m_text + QLatin1Char('\n') + m_editor->toolTip(), m_editor);
        return true;
    case QEvent::Resize:
        if (watched == m_editor && m_outline)
            m_outline->setGeometry(m_editor->rect());
        [[fallthrough]];
    case QEvent::Move:
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::Enter:
        if (watched != m_words)
            update();
        break;
    case QEvent::Leave:
        QTimer::singleShot(kNoteLeaveMs, this, &ProblemNote::update);
        break;
    default:
        break;
    }
    return false;
}

} // namespace bubblescope::ui
