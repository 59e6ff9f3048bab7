// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/search_bar.h"

#include "ui/document/core_text.h"
#include "ui/document/settings.h"
#include "ui/timeline/match_marks.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"
#include "ui/widgets/window_style.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QStringListModel>
#include <QToolBar>
#include <QToolButton>
#include <algorithm>
#include <array>

namespace bubblescope::ui {

namespace {

constexpr int kSearchBarWidth = 280, kLeastWidth = 200;
constexpr int kNoticeMs = 2500;
constexpr int kNoticeGap = 4;
constexpr int kBesideGap = 8;
constexpr int kLeastNotice = 200;
constexpr int kListPadding = 4;
constexpr double kSearchBarRadius = 5;

QString messageOf(const ActionQueryError& wrong)
{
    QString text = coreSentence(wrong.error.message);
    // The place counts bytes; who types counts letters.
    const SourceLocation where = wrong.error.where.value_or(SourceLocation{});
    if (where.column > 1) {
        const auto before =
            QString::fromUtf8(where.lineText.data(), static_cast<qsizetype>(where.column - 1));
        text = SearchBar::tr("At %1: %2", "column, what is wrong there").arg(before.size() + 1).arg(text);
    }
    if (!where.hint.empty())
        text += QStringLiteral(" (%1)").arg(coreSentence(where.hint));
    // The other errors say what would be right.
    const std::array silent{query_errors::kNoMicrobatch, query_errors::kUpToWhich,
                            query_errors::kNumberMissing};
    if (!wrong.isUnfinished && std::any_of(silent.begin(), silent.end(), [&](const SentenceCode& code) {
            return wrong.error.message.is(code);
        }))
        text += SearchBar::tr("; try %1", "searches").arg(QStringLiteral("3F, mb 7, stage 2 or rank 1"));
    return text;
}

/// What is free of the toolbar left of the search, in the window's pixels; nothing where it stands alone.
QRect roomBeside(const QWidget& bar, const QWidget& window)
{
    const QWidget* row = bar.parentWidget();
    while (row && !qobject_cast<const QToolBar*>(row))
        row = row->parentWidget();
    if (!row)
        return {};
    const auto placeOf = [&](const QWidget& part) {
        return QRect(part.mapTo(&window, QPoint(0, 0)), part.size());
    };
    const QRect whole = placeOf(*row);
    const int right = placeOf(bar).left() - kBesideGap;
    int left = whole.left();
    for (const QToolButton* part : row->findChildren<QToolButton*>())
        if (const QRect place = placeOf(*part); part->isVisible() && place.right() < right)
            left = std::max(left, place.right() + 1 + kBesideGap);
    return {left, whole.top(), right - left, whole.height()};
}

/// The key is told where the field's own words leave room for it.
void showHint(QLabel& hint, const QLineEdit& field, int width)
{
    constexpr int kAround = 27; // margins, the space between them, and the cursor's
    const int words = field.fontMetrics().horizontalAdvance(field.placeholderText());
    hint.setVisible(field.text().isEmpty() && words + hint.sizeHint().width() + kAround <= width);
}

} // namespace

void SearchField::keyPressEvent(QKeyEvent* event)
{
    QAbstractItemView* list = completer() ? completer()->popup() : nullptr;
    const bool isListOpen = list && list->isVisible();
    const Qt::KeyboardModifiers modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && (modifiers == Qt::NoModifier || modifiers == Qt::ShiftModifier)) {
        if (isListOpen)
            list->hide();
        emit stepAsked(modifiers == Qt::NoModifier);
    } else if (event->key() == Qt::Key_Escape && modifiers == Qt::NoModifier) {
        if (isListOpen)
            list->hide();
        else if (!text().isEmpty())
            clear();
        else
            emit left();
    } else if (event->key() == Qt::Key_Down && text().isEmpty() && completer()) {
        completer()->setCompletionPrefix({});
        completer()->complete();
    } else {
        QLineEdit::keyPressEvent(event);
        return;
    }
    event->accept();
}

SearchBar::SearchBar(MatchMarks& matches, QWidget* parent)
    : QWidget(parent)
    , m_matches(matches)
    , m_field(new SearchField(this))
    , m_count(new QLabel(this))
    , m_hint(new QLabel(QKeySequence(Qt::CTRL | Qt::Key_F).toString(QKeySequence::NativeText), this))
    , m_clear(new QToolButton(this))
    , m_notice(new QLabel(parent ? parent : this))
    , m_history(new QStringListModel(Settings::searches(), this))
{
    setObjectName(QStringLiteral("search-bar"));
    m_field->setObjectName(QStringLiteral("search-field"));
    m_field->setFrame(false);
    m_field->setPlaceholderText(tr("Search 3F · mb 7 · rank 1"));
    m_field->setAccessibleName(tr("Search actions"));
    m_field->setMinimumWidth(60);
    QPalette bare = m_field->palette();
    bare.setColor(QPalette::Base, Qt::transparent);
    m_field->setPalette(bare);
    auto* completer = new QCompleter(m_history, this);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_field->setCompleter(completer);
    m_count->setObjectName(QStringLiteral("search-count"));
    m_count->setFont(figuresFont(12, false));
    for (QLabel* label : {m_count, m_hint})
        label->setProperty("quiet", true);
    m_clear->setText(QStringLiteral("×"));
    m_clear->setProperty("quiet", true);
    m_clear->setObjectName(QStringLiteral("search-clear"));
    m_clear->setToolTip(tr("Clear the search"));
    m_clear->setAccessibleName(m_clear->toolTip());
    m_clear->setFocusPolicy(Qt::NoFocus);
    m_clear->setCursor(Qt::ArrowCursor);
    m_clear->hide();
    m_count->hide();
    m_notice->setObjectName(QStringLiteral("search-notice"));
    m_notice->setWordWrap(true);
    m_notice->setTextFormat(Qt::PlainText);
    m_notice->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_notice->hide();
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(7, 0, 4, 0);
    layout->setSpacing(4);
    layout->addWidget(m_field, 1);
    for (QWidget* part : std::initializer_list<QWidget*>{m_count, m_clear, m_hint})
        layout->addWidget(part);
    setFixedHeight(kFieldHeight + 2);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setMaximumWidth(kSearchBarWidth);
    setFocusProxy(m_field);
    m_field->installEventFilter(this);
    completer->popup()->installEventFilter(this);
    m_noticeEnd.setSingleShot(true);
    m_noticeEnd.setInterval(kNoticeMs);
    connect(&m_noticeEnd, &QTimer::timeout, this, &SearchBar::hideNotice);
    connect(m_field, &QLineEdit::textChanged, this, &SearchBar::readText);
    connect(m_field, &SearchField::stepAsked, this, &SearchBar::step);
    connect(m_field, &SearchField::left, this, &SearchBar::left);
    connect(m_clear, &QToolButton::clicked, this, [this] {
        clear();
        m_field->setFocus();
    });
    connect(&m_matches, &MatchMarks::changed, this, &SearchBar::followMatches);
    connect(&m_matches, &MatchMarks::cleared, this, &SearchBar::clear);
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
}

QSize SearchBar::sizeHint() const
{
    return {kSearchBarWidth, kFieldHeight + 2};
}

QSize SearchBar::minimumSizeHint() const
{
    return {kLeastWidth, kFieldHeight + 2};
}

QString SearchBar::countText() const
{
    return m_count->text();
}

QString SearchBar::noticeText() const
{
    return m_notice->isHidden() ? QString() : m_notice->text();
}

void SearchBar::focusField()
{
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

void SearchBar::clear()
{
    m_field->clear();
}

void SearchBar::readText(const QString& text)
{
    m_error.reset();
    std::optional<ActionQuery> query;
    const bool isEmpty = text.trimmed().isEmpty();
    if (!isEmpty) {
        if (auto read = ActionQuery::parse(text.toStdString()))
            query = std::move(*read);
        else
            m_error = std::move(read.error());
    }
    // What may still become right leaves the marks of what was right before.
    if (!m_isFollowing && (!m_error || !m_error->isUnfinished)) {
        m_asked = std::move(query);
        m_matches.setQuery(m_asked);
    }
    m_clear->setVisible(!text.isEmpty());
    showHint(*m_hint, *m_field, width());
    isWrong() ? showError() : hideNotice();
    const QString what = m_error ? messageOf(*m_error) : QString();
    m_field->setToolTip(what);
    m_field->setAccessibleDescription(what);
    showCount();
    update();
}

void SearchBar::step(bool forward)
{
    if (m_field->text().trimmed().isEmpty())
        return;
    if (m_error) {
        showError();
        return;
    }
    hideNotice();
    remember(m_field->text().simplified());
    emit stepAsked(forward);
}

void SearchBar::remember(const QString& text)
{
    Settings::addSearch(text);
    m_history->setStringList(Settings::searches());
}

void SearchBar::followMatches()
{
    if (m_matches.query() != m_asked) {
        m_asked = m_matches.query();
        m_isFollowing = true;
        clear();
        m_isFollowing = false;
    }
    showCount();
}

void SearchBar::showCount()
{
    const std::optional<std::size_t> count = m_matches.count();
    const std::optional<std::size_t> current = m_matches.current();
    QString text;
    // What else than the text asks is counted where it is chosen.
    if (m_matches.query() && !m_error && !m_field->text().isEmpty()) {
        if (m_matches.isCounting())
            text = m_matches.isSearching() ? tr("searching…") : QStringLiteral("…");
        else if (count && *count == 0)
            text = tr("no match");
        else if (count && current)
            text = tr("%1 of %2", "number of the match, how many")
                       .arg(ui::countText(*current + 1), ui::countText(*count));
        else if (count)
            text = *count == 1 ? tr("1 match") : tr("%1 matches").arg(ui::countText(*count));
    }
    m_count->setText(text);
    m_count->setVisible(!text.isEmpty());
}

void SearchBar::showWrapped(bool forward)
{
    showNotice(forward ? tr("Past the end: continued from the start")
                       : tr("Past the start: continued from the end"),
               false);
    m_noticeEnd.start();
}

void SearchBar::showError()
{
    showNotice(messageOf(*m_error), isWrong());
}

void SearchBar::showNotice(const QString& text, bool isWrong)
{
    m_noticeEnd.stop();
    const LookColors& c = Look::instance().colors();
    m_notice->setStyleSheet(
        QStringLiteral(
            "background: %1; color: %2; border: 1px solid %3; border-radius: 5px; padding: 3px 6px;")
            .arg(c.panel.name(), (isWrong ? c.warning : c.quiet).name(), c.hairline.name()));
    m_notice->setText(text);
    placeNotice();
    m_notice->show();
    m_notice->raise();
}

void SearchBar::hideNotice()
{
    m_noticeEnd.stop();
    m_notice->hide();
}

void SearchBar::placeNotice()
{
    // Beside the bar it covers nothing that is looked at while searching.
    const QRect room = roomBeside(*this, *m_notice->parentWidget());
    m_notice->setWordWrap(false);
    const int wanted = m_notice->sizeHint().width();
    m_notice->setWordWrap(true);
    int width = std::min(wanted, room.width());
    if (width < wanted)
        width = std::max(width, std::min(kLeastNotice, room.width()));
    if (const int high = m_notice->heightForWidth(width); width > 0 && high <= room.height()) {
        m_notice->setGeometry(
            QRect(room.right() + 1 - width, room.top() + (room.height() - high) / 2, width, high));
        return;
    }
    // Under the tools, where neither what is typed nor the panel below it is.
    const QPoint corner = mapTo(m_notice->parentWidget(), QPoint(0, height() + kNoticeGap));
    const int below = std::clamp(corner.x() - kBesideGap, std::min(wanted, kLeastNotice), wanted);
    m_notice->setGeometry(QRect(QPoint(std::max(0, corner.x() - kBesideGap - below), corner.y()),
                                QSize(below, m_notice->heightForWidth(below))));
}

/// The completer knows the line alone; its list belongs under the whole bar.
void SearchBar::placeList()
{
    QAbstractItemView* list = m_field->completer()->popup();
    const LookColors& c = Look::instance().colors();
    const QString style =
        QStringLiteral("QListView { background: %1; color: %2; border: 1px solid %3; padding: %4px; }")
            .arg(c.panel.name(), c.text.name(), c.hairline.name())
            .arg(kListPadding);
    if (list->styleSheet() != style)
        list->setStyleSheet(style);
    const int rows = std::min(list->model()->rowCount(), m_field->completer()->maxVisibleItems());
    const QRect wanted(mapToGlobal(QPoint(0, height() + kNoticeGap)),
                       QSize(width(), rows * list->sizeHintForRow(0) + 2 * (kListPadding + 1)));
    if (rows > 0 && list->geometry() != wanted)
        list->setGeometry(wanted);
}

void SearchBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showHint(*m_hint, *m_field, width());
    placeNotice();
}

bool SearchBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_field) {
        if (event->type() == QEvent::Show || event->type() == QEvent::Resize || event->type() == QEvent::Move)
            placeList();
        return QWidget::eventFilter(watched, event);
    }
    if (event->type() == QEvent::FocusOut)
        hideNotice();
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    return QWidget::eventFilter(watched, event);
}

void SearchBar::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor edge = isWrong() ? c.warning : m_field->hasFocus() ? c.accent : c.hairline;
    painter.setPen(QPen(edge, 1));
    painter.setBrush(c.field);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kSearchBarRadius,
                            kSearchBarRadius);
}

} // namespace bubblescope::ui
