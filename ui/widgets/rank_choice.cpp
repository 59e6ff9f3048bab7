// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/rank_choice.h"

#include <QAbstractListModel>
#include <QApplication>
#include <QDateTime>
#include <QKeyEvent>
#include <QListView>

namespace bubblescope::ui {

namespace {

class RankModel : public QAbstractListModel
{
public:
    using QAbstractListModel::QAbstractListModel;

    void setRankCount(int count)
    {
        if (count > m_count) {
            beginInsertRows({}, m_count + 1, count);
            m_count = count;
            endInsertRows();
        } else if (count < m_count) {
            beginRemoveRows({}, count + 1, m_count);
            m_count = count;
            endRemoveRows();
        }
    }
    [[nodiscard]] int rowCount(const QModelIndex& parent) const override
    {
        return parent.isValid() ? 0 : m_count + 1;
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override
    {
        if (role != Qt::DisplayRole || !index.isValid())
            return {};
        return index.row() == 0 ? RankChoice::tr("All ranks")
                                : RankChoice::tr("Rank %1").arg(index.row() - 1);
    }

private:
    int m_count = 0;
};

} // namespace

RankChoice::RankChoice(QWidget* parent) : ChoiceBox(parent)
{
    setModel(new RankModel(this));
    if (auto* list = qobject_cast<QListView*>(view()))
        list->setUniformItemSizes(true);
    setCurrentIndex(0);
}

void RankChoice::setRankCount(std::uint32_t count)
{
    const std::optional<std::uint32_t> chosen = rank();
    if (chosen && *chosen >= count)
        setCurrentIndex(0);
    static_cast<RankModel*>(model())->setRankCount(static_cast<int>(count));
}

std::optional<std::uint32_t> RankChoice::rank() const
{
    return currentIndex() > 0 ? std::optional(static_cast<std::uint32_t>(currentIndex() - 1)) : std::nullopt;
}

void RankChoice::setRank(std::optional<std::uint32_t> rank)
{
    setCurrentIndex(rank ? static_cast<int>(*rank) + 1 : 0);
}

void RankChoice::keyPressEvent(QKeyEvent* event)
{
    const QString text = event->text();
    if (text.size() != 1 || text[0] < QLatin1Char('0') || text[0] > QLatin1Char('9')) {
        ChoiceBox::keyPressEvent(event);
        return;
    }
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    if (now - m_typedAt > QApplication::keyboardInputInterval() || m_digits.size() > 5)
        m_digits.clear();
    m_typedAt = now;
    m_digits += text;
    if (m_digits.toInt() < count() - 1)
        setCurrentIndex(m_digits.toInt() + 1);
}

} // namespace bubblescope::ui
