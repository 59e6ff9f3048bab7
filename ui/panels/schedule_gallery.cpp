// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/schedule_gallery.h"

#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/panels/schedule_list.h"
#include "ui/widgets/clear_button.h"
#include "ui/widgets/look.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kGalleryMargin = 16;
constexpr int kMostInALine = 5;
constexpr int kMostGalleryHeight = 920;

} // namespace

ScheduleGallery::ScheduleGallery(Document& document, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_filter(new QLineEdit(this))
    , m_list(new ScheduleList(this))
    , m_noMatch(new QLabel(tr("No schedule matches."), this))
{
    setObjectName(QStringLiteral("schedule-gallery"));
    setWindowTitle(tr("Choose a schedule"));
    setModal(true);
    makeFilter();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGalleryMargin, kGalleryMargin, kGalleryMargin - 6, kGalleryMargin);
    layout->setSpacing(8);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(0, 0, 6, 0);
    top->setSpacing(16);
    top->addWidget(m_filter, 1);
    top->addWidget(makeSameWork());
    layout->addLayout(top);
    m_noMatch->setProperty("quiet", true);
    m_noMatch->setAlignment(Qt::AlignCenter);
    m_noMatch->hide();
    layout->addWidget(m_noMatch, 1);
    layout->addWidget(m_list, 1);
    layout->addWidget(makeButtons());
    connect(m_list, &ScheduleList::picked, this, &ScheduleGallery::pick);
    connect(m_list, &ScheduleList::compareAsked, this, &ScheduleGallery::compare);
    connect(m_list, &QListWidget::currentItemChanged, this, &ScheduleGallery::showButtons);
    connect(&m_thumbnails, &ThumbnailMaker::made, this, [this](int index) {
        m_list->setThumbnail(index, m_thumbnails.thumbnails()[static_cast<std::size_t>(index)]);
    });
    connect(&m_document, &Document::keepsWorkChanged, this, &ScheduleGallery::renewPictures);
    connect(&Look::instance(), &Look::changed, this, &ScheduleGallery::renewPictures);
    showButtons();
}

void ScheduleGallery::makeFilter()
{
    m_filter->setObjectName(QStringLiteral("schedule-filter"));
    m_filter->setPlaceholderText(tr("Filter schedules"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_filter->setToolTip(tr("By title, project or kind: \"zero\", \"torch\", \"v-shaped\""));
    addClearButton(*m_filter);
    m_filter->setAcceptDrops(false);
    m_filter->setTextMargins(6, 0, 6, 0);
    m_filter->installEventFilter(this);
    m_list->installEventFilter(this);
    connect(m_filter, &QLineEdit::textChanged, this, &ScheduleGallery::applyFilter);
}

QWidget* ScheduleGallery::makeSameWork()
{
    auto* box = new QCheckBox(tr("Same work per rank"), this);
    box->setObjectName(QStringLiteral("same-work"));
    box->setToolTip(tr("Another schedule runs the same model: with twice as many stages per rank each stage "
                       "takes half the time and memory. Off: a stage costs the same in every schedule. Also "
                       "for schedules that are compared"));
    m_document.setKeepsWork(Settings::sameWork());
    box->setChecked(m_document.keepsWork());
    connect(box, &QCheckBox::toggled, this, [this](bool on) {
        Settings::sameWork.set(on);
        m_document.setKeepsWork(on);
    });
    connect(&m_document, &Document::keepsWorkChanged, box,
            [this, box] { box->setChecked(m_document.keepsWork()); });
    return box;
}

QWidget* ScheduleGallery::makeButtons()
{
    auto* line = new QWidget(this);
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 4, 6, 0);
    layout->setSpacing(8);
    const auto add = [&](const QString& text, const char* name) {
        auto* button = new QPushButton(text, line);
        button->setObjectName(QLatin1String(name));
        button->setAutoDefault(false);
        layout->addWidget(button);
        return button;
    };
    m_otherSides = new QWidget(line);
    auto* others = new QHBoxLayout(m_otherSides);
    others->setContentsMargins(0, 0, 0, 0);
    others->setSpacing(8);
    const auto addSide = [&](const QString& text, const char* name, void (ScheduleGallery::*asked)()) {
        QPushButton* button = add(text, name);
        others->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, asked] {
            accept();
            emit(this->*asked)();
        });
        return button;
    };
    addSide(tr("A &file…"), "gallery-file", &ScheduleGallery::fileAsked);
    addSide(tr("Another &run…"), "gallery-run", &ScheduleGallery::runAsked);
    m_takeShown = addSide(tr("The current one &as it is"), "gallery-shown", &ScheduleGallery::shownAsked);
    layout->addWidget(m_otherSides);
    m_compare = add(tr("&Compare with this schedule"), "gallery-compare");
    m_compare->setToolTip(tr("Shows it beside the current one (Ctrl+Enter)"));
    layout->addStretch(1);
    QPushButton* cancel = add(tr("Cancel"), "gallery-cancel");
    m_choose = add(tr("C&hoose"), "gallery-choose");
    m_choose->setProperty("primary", true);
    connect(m_compare, &QPushButton::clicked, this,
            [this] { compare(ScheduleList::catalogIndexOf(m_list->currentItem())); });
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_choose, &QPushButton::clicked, this,
            [this] { pick(ScheduleList::catalogIndexOf(m_list->currentItem())); });
    return line;
}

void ScheduleGallery::setPurpose(GalleryPurpose purpose)
{
    m_purpose = purpose;
    const bool compares = purpose != GalleryPurpose::Choose;
    setWindowTitle(compares ? tr("Compare with") : tr("Choose a schedule"));
    m_choose->setText(compares ? tr("&Compare") : tr("C&hoose"));
    m_compare->setVisible(!compares);
    m_otherSides->setVisible(compares);
    m_takeShown->setVisible(purpose == GalleryPurpose::CompareOrTakeShown);
}

void ScheduleGallery::openOver(const QWidget& window, GalleryPurpose purpose)
{
    setPurpose(purpose);
    m_filter->clear();
    m_list->setCurrentSchedule(m_document.isGenerated() ? m_document.draft().schedule : std::string());
    const QSize room = window.size() - QSize(2 * kGalleryMargin, 2 * kGalleryMargin);
    constexpr int kCard = ScheduleList::kCardWidth + ScheduleList::kCardGap;
    constexpr int kBeside = 2 * kGalleryMargin + 14; // the scroll bar too
    const int cards = std::clamp((room.width() - kBeside) / kCard, 1, kMostInALine);
    resize(cards * kCard + kBeside, std::min(room.height(), kMostGalleryHeight));
    open();
    m_filter->setFocus(Qt::OtherFocusReason);
    renewPictures();
}

void ScheduleGallery::hideEvent(QHideEvent* event)
{
    m_thumbnails.stop();
    QDialog::hideEvent(event);
}

void ScheduleGallery::applyFilter()
{
    m_list->setFilter(m_filter->text());
    const bool isEmpty = m_list->shownCards() == 0;
    m_list->setHidden(isEmpty);
    m_noMatch->setVisible(isEmpty);
    showButtons();
}

void ScheduleGallery::showButtons()
{
    const bool canTake = ScheduleList::catalogIndexOf(m_list->currentItem()) >= 0;
    m_choose->setEnabled(canTake);
    m_compare->setEnabled(canTake);
}

void ScheduleGallery::pick(int catalogIndex)
{
    if (m_purpose != GalleryPurpose::Choose)
        return compare(catalogIndex);
    if (catalogIndex < 0)
        return;
    accept();
    emit picked(catalogIndex);
}

void ScheduleGallery::compare(int catalogIndex)
{
    if (catalogIndex < 0)
        return;
    accept();
    emit compareAsked(catalogIndex);
}

bool ScheduleGallery::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    auto* press = static_cast<QKeyEvent*>(event);
    if (watched == m_filter) {
        switch (press->key()) {
        case Qt::Key_Down:
            m_list->setFocus(Qt::OtherFocusReason);
            return true;
        // The first match is the current card.
        case Qt::Key_Return:
        case Qt::Key_Enter:
            QCoreApplication::sendEvent(m_list, press);
            return true;
        // The first Esc takes the filter back, the next one closes.
        case Qt::Key_Escape:
            if (m_filter->text().isEmpty())
                break;
            m_filter->clear();
            return true;
        default:
            break;
        }
        return QDialog::eventFilter(watched, event);
    }
    // Typing into the list narrows it.
    const QString text = press->text();
    if (watched == m_list && !text.isEmpty() && text[0].isLetterOrNumber() &&
        !(press->modifiers() & (Qt::ControlModifier | Qt::AltModifier))) {
        m_filter->setFocus(Qt::OtherFocusReason);
        m_filter->setText(text);
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

void ScheduleGallery::renewPictures()
{
    if (!isVisible())
        return;
    const std::optional<WorkCut> cut =
        m_document.keepsWork() ? std::optional(m_document.workCut()) : std::nullopt;
    // A what-if is no other schedule and no other cost model.
    Pictured wanted{m_document.draft(), m_document.state().costs, cut, Look::instance().theme()};
    if (m_pictured == wanted && !m_thumbnails.thumbnails().empty() &&
        !m_thumbnails.thumbnails().back().figures.isEmpty())
        return;
    m_pictured = std::move(wanted);
    m_list->awaitThumbnails();
    m_thumbnails.start(m_document.draft(), m_document.state().costs, Look::instance().theme(),
                       devicePixelRatioF(), cut);
}

} // namespace bubblescope::ui
