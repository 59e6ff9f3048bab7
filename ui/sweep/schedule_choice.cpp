// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/schedule_choice.h"

#include "core/generate/catalog.h"
#include "ui/document/schedule_groups.h"
#include "ui/sweep/sweep_measure.h"
#include "ui/widgets/clear_button.h"
#include "ui/widgets/list_parts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMouseEvent>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kLeastList = 120;
constexpr int kScheduleChoiceItemHeight = 22;

int catalogSize()
{
    return static_cast<int>(scheduleCatalog().size());
}

const ScheduleInfo& catalogEntry(int index)
{
    return scheduleCatalog()[static_cast<std::size_t>(index)];
}

} // namespace

ScheduleChoice::ScheduleChoice(QWidget* parent) : QWidget(parent), m_count(new QLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    // Made in the order in which Tab goes through them.
    makeHead();
    m_filter = makeEntryField(tr("Filter schedules"), this);
    m_list = new QListWidget(this);
    m_filter->setObjectName(QStringLiteral("sweep-filter"));
    m_filter->setPlaceholderText(tr("Filter: V-shaped, torch…"));
    addClearButton(*m_filter);
    column->addWidget(m_filter);
    m_list->setObjectName(QStringLiteral("sweep-schedules"));
    m_list->setAccessibleName(tr("Schedules"));
    m_list->setUniformItemSizes(true);
    m_list->setSelectionMode(QAbstractItemView::NoSelection); // what counts is what is checked
    m_list->setMinimumHeight(kLeastList);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(m_list, 1);
    for (int i = 0; i < catalogSize(); ++i) {
        auto* item = new QListWidgetItem(QString::fromStdString(catalogEntry(i).title), m_list);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Unchecked);
        item->setSizeHint({0, kScheduleChoiceItemHeight});
        item->setToolTip(QString::fromStdString(catalogEntry(i).origin));
    }
    m_list->setCurrentRow(0);
    m_list->viewport()->installEventFilter(this);
    connect(m_filter, &QLineEdit::textChanged, this, &ScheduleChoice::applyFilter);
    connect(m_list, &QListWidget::itemChanged, this, [this] {
        if (m_isSetting)
            return;
        showCount();
        emit changed();
    });
    showCount();
}

/// A click on a name does what one on its box does, which the list sees to by itself.
bool ScheduleChoice::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::MouseButtonRelease)
        return QWidget::eventFilter(watched, event);
    const auto* release = static_cast<QMouseEvent*>(event);
    QListWidgetItem* item = m_list->itemAt(release->position().toPoint());
    if (item && release->button() == Qt::LeftButton && item == m_list->currentItem()) {
        const Qt::CheckState before = item->checkState();
        QTimer::singleShot(0, this, [item, before] {
            if (item->checkState() == before)
                item->setCheckState(before == Qt::Checked ? Qt::Unchecked : Qt::Checked);
        });
    }
    return QWidget::eventFilter(watched, event);
}

void ScheduleChoice::makeHead()
{
    auto* head = new QHBoxLayout;
    head->setSpacing(12);
    m_count->setObjectName(QStringLiteral("sweep-schedule-count"));
    m_count->setProperty("heading", true);
    head->addWidget(m_count);
    head->addStretch(1);
    const auto add = [&](const QString& text, const QString& help, const char* name, bool isChecked) {
        QPushButton* button = makeLink(text, help, this);
        button->setObjectName(QLatin1String(name));
        button->setAutoDefault(false);
        button->setAccessibleName(help);
        connect(button, &QPushButton::clicked, this, [this, isChecked] { checkShown(isChecked); });
        head->addWidget(button);
    };
    add(tr("All", "schedules"), tr("Check all listed"), "sweep-all", true);
    add(tr("None", "schedules"), tr("Uncheck all listed"), "sweep-none", false);
    static_cast<QVBoxLayout*>(layout())->addLayout(head);
}

ScheduleRequest ScheduleChoice::requestAt(int catalogIndex) const
{
    ScheduleRequest request;
    request.schedule = catalogEntry(catalogIndex).name;
    const ScheduleInfo* own = findSchedule(m_own.schedule);
    if (own == &catalogEntry(catalogIndex)) {
        request.placement = m_own.placement;
        request.options = m_own.options;
    }
    return request;
}

void ScheduleChoice::setOwn(const ScheduleRequest& request)
{
    m_own = request;
    m_isSetting = true;
    for (int i = 0; i < catalogSize(); ++i)
        m_list->item(i)->setText(scheduleText(requestAt(i)));
    m_isSetting = false;
    emit changed();
}

void ScheduleChoice::choose(const std::vector<std::string>& names)
{
    m_isSetting = true;
    for (int i = 0; i < catalogSize(); ++i) {
        const bool isChosen = std::find(names.begin(), names.end(), catalogEntry(i).name) != names.end();
        m_list->item(i)->setCheckState(isChosen ? Qt::Checked : Qt::Unchecked);
    }
    m_isSetting = false;
    showCount();
    emit changed();
}

std::vector<ScheduleRequest> ScheduleChoice::chosen() const
{
    std::vector<ScheduleRequest> requests;
    for (int i = 0; i < catalogSize(); ++i)
        if (m_list->item(i)->checkState() == Qt::Checked)
            requests.push_back(requestAt(i));
    return requests;
}

void ScheduleChoice::applyFilter()
{
    for (int i = 0; i < catalogSize(); ++i)
        m_list->item(i)->setHidden(!matchesFilter(catalogEntry(i), m_filter->text()));
}

void ScheduleChoice::checkShown(bool isChecked)
{
    m_isSetting = true;
    for (int i = 0; i < catalogSize(); ++i)
        if (!m_list->item(i)->isHidden())
            m_list->item(i)->setCheckState(isChecked ? Qt::Checked : Qt::Unchecked);
    m_isSetting = false;
    showCount();
    emit changed();
}

void ScheduleChoice::showCount()
{
    m_count->setText(tr("Schedules: %1 of %2", "chosen, all").arg(chosen().size()).arg(catalogSize()));
}

} // namespace bubblescope::ui
