// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start_page.h"

#include "core/generate/catalog.h"
#include "ui/start/start_card.h"
#include "ui/widgets/app_icon.h"
#include "ui/widgets/look.h"
#include "ui/widgets/symbol_icon.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

constexpr int kEdge = 32;
constexpr int kWidest = 1400;
constexpr int kBesideFrom = 820; ///< wide enough for files beside the examples
constexpr int kRecentWidth = 288;
constexpr int kStartPageMostRecent = 6;
constexpr int kIconSize = 44;

/// The page's ground, whatever the style sheet says of scrolled widgets.
class Ground : public QWidget
{
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter(this).fillRect(rect(), Look::instance().colors().window);
    }
};

QLabel* heading(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setProperty("heading", true);
    return label;
}

QString titleOf(const ScheduleRequest& request)
{
    const ScheduleInfo* schedule = findSchedule(request.schedule);
    return QString::fromStdString(schedule ? schedule->title : request.schedule);
}

} // namespace

StartPage::StartPage(const QStringList& recent, bool isShownAtStart, QWidget* parent)
    : QScrollArea(parent)
    , m_pictures(*this)
    , m_facts(*this)
{
    setObjectName(QStringLiteral("start-page"));
    setAccessibleName(tr("Start page"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* ground = new Ground(this);
    m_column = new QWidget(ground);
    auto* layout = new QVBoxLayout(m_column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(20);
    makeHeader(*layout);
    makeColumns(*layout, recent);
    makeFoot(*layout, isShownAtStart);
    auto* around = new QVBoxLayout(ground);
    around->setContentsMargins(kEdge, 28, kEdge, 20);
    around->addStretch(1);
    around->addWidget(m_column, 0, Qt::AlignHCenter);
    around->addStretch(2);
    setWidget(ground);
    arrange();
    m_pictures.start([](const CancelToken& cancel) { return examplePictures(cancel); },
                     [this](const std::vector<ExamplePicture>& pictures) { takePictures(pictures); });
    m_facts.start([recent](const CancelToken&) { return recentFacts(recent); },
                  [this](const std::vector<RecentFacts>& facts) { takeFacts(facts); });
}

void StartPage::makeHeader(QVBoxLayout& layout)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(14);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(14);
    auto* icon = new QLabel(m_column);
    icon->setPixmap(applicationIcon().pixmap(QSize(kIconSize, kIconSize), devicePixelRatioF()));
    icon->setAccessibleName(QStringLiteral("Bubblescope"));
    auto* name = new QLabel(QStringLiteral("Bubblescope"), m_column);
    QFont large = windowFont();
    large.setPixelSize(22);
    large.setWeight(QFont::DemiBold);
    name->setFont(large);
    auto* words = new QLabel(tr("Visualize pipeline-parallel training schedules"), m_column);
    words->setProperty("quiet", true);
    words->setWordWrap(true); // where the window is narrow
    auto* texts = new QVBoxLayout;
    texts->setSpacing(0);
    texts->addWidget(name);
    texts->addWidget(words);
    row->addWidget(icon);
    row->addLayout(texts, 1);
    const auto add = [&](const QString& text, const char* symbol, void (StartPage::*asked)()) {
        const bool isFirst = asked == &StartPage::newAsked;
        auto* button = new QPushButton(
            symbolIcon(QLatin1String(symbol), isFirst ? SymbolInk::OnAccent : SymbolInk::Text), text,
            m_column);
        button->setProperty("primary", isFirst);
        button->setIconSize(kSymbolBesideText);
        button->setAutoDefault(true);
        connect(button, &QPushButton::clicked, this, asked);
        button->ensurePolished();
        button->setMinimumWidth(button->sizeHint().width());
        buttons->addWidget(button, 0, Qt::AlignVCenter);
        return button;
    };
    m_new = add(tr("New schedule"), "new", &StartPage::newAsked);
    add(tr("Open…"), "open", &StartPage::openAsked);
    add(tr("Open profiles…"), "profiles", &StartPage::profilesAsked);
    add(tr("Compare two runs…"), "compare", &StartPage::runsAsked);
    m_header = new QBoxLayout(QBoxLayout::LeftToRight);
    m_header->setSpacing(14);
    m_header->addLayout(row, 1);
    m_header->addLayout(buttons);
    layout.addLayout(m_header);
}

void StartPage::makeColumns(QVBoxLayout& layout, const QStringList& recent)
{
    m_columns = new QGridLayout;
    m_columns->setHorizontalSpacing(28);
    m_columns->setVerticalSpacing(20);
    layout.addLayout(m_columns);
    makeExamples();
    makeRecent(recent);
}

void StartPage::makeExamples()
{
    m_examplesBox = new QWidget(m_column);
    auto* layout = new QVBoxLayout(m_examplesBox);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(heading(tr("Examples"), m_examplesBox));
    m_grid = new QGridLayout;
    m_grid->setSpacing(12);
    layout->addLayout(m_grid);
    layout->addStretch(1);
    for (const ScheduleRequest& request : exampleRequests()) {
        auto* card = new StartCard(
            StartCard::Shape::Picture, titleOf(request),
            tr("%1 × %2", "ranks, microbatches").arg(request.ranks).arg(request.microbatches), m_examplesBox);
        card->setToolTip(tr("%1 ranks, %2 microbatches").arg(request.ranks).arg(request.microbatches));
        connect(card, &StartCard::clicked, this, [this, request] { emit exampleAsked(request); });
        m_examples.push_back(card);
    }
}

void StartPage::makeRecent(const QStringList& recent)
{
    m_recentBox = new QWidget(m_column);
    auto* layout = new QVBoxLayout(m_recentBox);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(heading(tr("Recent"), m_recentBox));
    layout->addSpacing(4);
    for (const QString& path : recent.mid(0, kStartPageMostRecent)) {
        auto* card =
            new StartCard(StartCard::Shape::Row, QFileInfo(path).fileName(), folderText(path), m_recentBox);
        card->setToolTip(path);
        connect(card, &StartCard::clicked, this, [this, path] { emit fileAsked(path); });
        layout->addWidget(card);
        m_recent.push_back(card);
    }
    if (recent.isEmpty()) {
        auto* none = new QLabel(tr("Files that you open or save appear here."), m_recentBox);
        none->setProperty("quiet", true);
        none->setWordWrap(true);
        layout->addWidget(none);
    }
    layout->addSpacing(10);
    auto* drop = new DropCard(m_recentBox);
    connect(drop, &DropCard::clicked, this, &StartPage::openAsked);
    layout->addWidget(drop);
    layout->addStretch(1);
}

void StartPage::makeFoot(QVBoxLayout& layout, bool isShownAtStart)
{
    auto* row = new QHBoxLayout;
    auto* shown = new QCheckBox(tr("Show this page when nothing is open"), m_column);
    shown->setObjectName(QStringLiteral("start-shown"));
    shown->setChecked(isShownAtStart);
    connect(shown, &QCheckBox::toggled, this, &StartPage::shownAtStartChanged);
    auto* close = new QPushButton(tr("Straight to the timeline (Esc)"), m_column);
    close->setProperty("link", true);
    connect(close, &QPushButton::clicked, this, &StartPage::closeAsked);
    row->addWidget(shown);
    row->addStretch(1);
    row->addWidget(close);
    layout.addLayout(row);
}

void StartPage::arrange()
{
    const int width = std::min(kWidest, std::max(320, viewport()->width() - 2 * kEdge));
    m_column->setFixedWidth(width);
    const bool isBeside = width >= kBesideFrom;
    const int across = !isBeside ? 2 : width >= 1080 ? 4 : 3;
    if (across == m_across)
        return;
    m_across = across;
    m_header->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    for (std::size_t i = 0; i < m_examples.size(); ++i)
        m_grid->addWidget(m_examples[i], static_cast<int>(i) / across, static_cast<int>(i) % across);
    for (int column = 0; column < 4; ++column)
        m_grid->setColumnStretch(column, column < across ? 1 : 0);
    m_recentBox->setMinimumWidth(isBeside ? kRecentWidth : 0);
    m_recentBox->setMaximumWidth(isBeside ? kRecentWidth : QWIDGETSIZE_MAX);
    m_columns->addWidget(m_examplesBox, 0, 0);
    m_columns->addWidget(m_recentBox, isBeside ? 0 : 1, isBeside ? 1 : 0);
    m_columns->setColumnStretch(0, 1);
}

void StartPage::takePictures(const std::vector<ExamplePicture>& pictures)
{
    for (std::size_t i = 0; i < std::min(pictures.size(), m_examples.size()); ++i) {
        m_examples[i]->setIndex(pictures[i].index);
        m_examples[i]->setFigures(pictures[i].figures);
    }
}

void StartPage::takeFacts(const std::vector<RecentFacts>& facts)
{
    const QDateTime now = QDateTime::currentDateTime();
    for (std::size_t i = 0; i < std::min(facts.size(), m_recent.size()); ++i) {
        m_recent[i]->setEnabled(facts[i].exists);
        m_recent[i]->setDetail(facts[i].exists
                                   ? tr("%1 · %2", "when a file changed, its folder")
                                         .arg(dayText(facts[i].changed, now), folderText(facts[i].path))
                                   : tr("no longer there · %1").arg(folderText(facts[i].path)));
    }
}

void StartPage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier)
        emit closeAsked();
    else
        QScrollArea::keyPressEvent(event);
}

void StartPage::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    arrange();
}

} // namespace bubblescope::ui
